/** A text that a person picks in an MCP client to start a piece of work. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly { name: string; description: string; required: boolean }[];
  /** What the model is asked, made from the arguments. */
  text(given: Readonly<Record<string, string>>): string;
}
