import type { Tool, ToolScope } from './define-tool.ts';

/** All tools by name. Listing, checks, help and docs are derived from it. */
export interface ToolRegistry {
  /** In the order in which they are listed. */
  all(): readonly Tool[];
  get(name: string): Tool | undefined;
}

/** Whether a caller hears of a tool: those of the owner are for nobody's list, those of writers not for readers'. */
export const mayList = (tool: Tool, access: ToolScope): boolean =>
  tool.scope === 'read' || (tool.scope === 'write' && access !== 'read');
