/** What it takes an engine to tell. Each says what is wrong with a text, as a sentence without full stop, or nothing. */
export interface SyntaxCheck {
  /** A JSONata expression, without braces. */
  expression(source: string): string | undefined;
  /** JavaScript of the page: an expression or statements. */
  script(code: string): string | undefined;
}
