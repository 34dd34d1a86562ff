import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** The title of one `describe` or `it` in the source. */
export interface TestTitle {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Its literal text; `…` stands for parts known only at run time. */
  readonly title: string;
  /** With the titles of the suites around it. */
  readonly fullTitle: string;
}

/** All titles of a test file, in order, without running it. */
export function titlesOf(root: string, file: string): TestTitle[] {
  const text = readFileSync(join(root, file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const titles: TestTitle[] = [];
  const visit = (node: ts.Node, suites: readonly string[]): void => {
    let inside = suites;
    const title = titleOf(node);
    if (title !== undefined) {
      inside = [...suites, title];
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
      titles.push({ file, line: line + 1, title, fullTitle: inside.join(' › ') });
    }
    ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(source, []);
  return titles;
}

function titleOf(node: ts.Node): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression)) return undefined;
  if (!['describe', 'it', 'test', 'suite'].includes(node.expression.text)) return undefined;
  const [title] = node.arguments;
  if (title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return title.text;
  if (!ts.isTemplateExpression(title)) return undefined;
  return title.head.text + title.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}
