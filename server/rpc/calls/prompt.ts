import type { ContentItem } from '../../tools/define/define-tool.ts';
import type { ResourceContext } from './resource.ts';

/** A text that a person picks in an MCP client to start a piece of work. */
export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  /** Returns the texts of the prompt for its arguments. */
  ask(given: Readonly<Record<string, string>>): string | readonly ContentItem[];
}

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  /** Suggests values for the argument. */
  suggest?(context: ResourceContext): Promise<readonly string[]>;
}
