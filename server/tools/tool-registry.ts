import type { Tool } from './define-tool.ts';

/** All tools by name. Listing, checks, help and docs are derived from it. */
export interface ToolRegistry {
  /** In the order in which they are listed. */
  all(): readonly Tool[];
  get(name: string): Tool | undefined;
}
