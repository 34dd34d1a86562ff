/** The path of an icon of @vscode/codicons, as `esbuild.js` reads it from its drawing. */
declare module 'codicon:*' {
  const path: string;
  export default path;
}
