/** The part of markdown-it that tests use; it has no types of its own. */
declare module 'markdown-it' {
  export default class MarkdownIt {
    constructor(options: {
      readonly html: boolean;
      readonly linkify: boolean;
      readonly breaks: boolean;
    });
    render(text: string): string;
  }
}
