import { z } from 'zod';
import { textsLinkedTo } from '../../../model/project/links.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import { takeFitting } from './reply-size.ts';

/** What tools answer that delete tests. */
export const DeletedTests = z.strictObject({
  deleted: z.array(z.string()),
  unlinked: z.array(z.string()).optional().describe('Texts of steps that were linked to them and are red now'),
});

/** Names the steps that lose their test with what is deleted. */
export function deletedTests(content: VersionContent, deleted: string[]): z.input<typeof DeletedTests> {
  const texts = textsLinkedTo(content, new Set(deleted));
  return { deleted, ...(texts.length === 0 ? {} : { unlinked: takeFitting(texts) }) };
}
