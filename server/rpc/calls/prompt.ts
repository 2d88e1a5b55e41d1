import type { ContentItem } from '../../tools/define/define-tool.ts';
import type { ResourceContext } from './resource.ts';

export interface Prompt {
  name: string;
  title: string;
  description: string;
  arguments: readonly PromptArgument[];
  ask(given: Readonly<Record<string, string>>): string | readonly ContentItem[];
}

interface PromptArgument {
  name: string;
  description: string;
  required: boolean;
  suggest?(context: ResourceContext): Promise<readonly string[]>;
}
