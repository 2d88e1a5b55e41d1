/** Checks that need an engine. Each returns the fault as a sentence without full stop, or nothing. */
export interface SyntaxCheck {
  /** A JSONata expression, without braces. */
  expression(source: string): string | undefined;
  script(code: string): string | undefined;
}
