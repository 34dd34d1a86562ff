/** What VS Code shows of a call of a tool before it runs. */
export interface Preparation {
  readonly progress: string;
  /** The user must agree to it first. */
  readonly question?: { readonly title: string; readonly text: string };
}

/** What a tool does, without the classes of VS Code. Its input comes from an agent: all is checked. */
export interface ToolWork {
  prepare(input: unknown): Promise<Preparation>;
  /** @returns the text of the result, or of an error */
  run(input: unknown, signal: AbortSignal): Promise<string>;
}

/** The members of an input; none of them has a known type. */
export function membersOf(input: unknown): Readonly<Record<string, unknown>> {
  return typeof input === 'object' && input !== null ? { ...input } : {};
}
