/** Settings of feature servers that a person has begun to change and not saved. */
import { z } from 'zod';

const Texts = z.record(z.string(), z.string());

export const KeptServer = z.object({
  /** What was stored in the changed fields when they were changed, and what they are to be. */
  base: Texts,
  mine: Texts,
  /** Fields whose secret went with a reload. */
  lost: z.array(z.string()),
});

export interface UnsavedServer extends z.infer<typeof KeptServer> {
  /** They are in the memory of the page alone. */
  secrets: Readonly<Record<string, string>>;
}

export type UnsavedServers = Readonly<Record<string, UnsavedServer>>;

/** Whether anything would go with the page. */
export function isServerUnsaved(drafts: UnsavedServers, projectId: string): boolean {
  const { mine = {}, secrets = {} } = drafts[projectId] ?? {};
  return Object.keys(mine).length + Object.keys(secrets).length > 0;
}
