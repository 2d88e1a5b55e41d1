import { z } from 'zod';
import { escapeExpressions } from '../values/template.ts';
import type { RecordedFields } from './recording-rows.ts';

/** What a page shows since the last action in it. */
export const ShownChange = z.strictObject({
  /** 0: an element made to inform; the higher, the less it says. */
  rank: z.number(),
  text: z.string(),
  locator: z.string(),
  /** The locator contains the text. */
  isBySaying: z.boolean(),
});
export type ShownChange = z.infer<typeof ShownChange>;

export const checkOf = ({ text, locator, isBySaying }: ShownChange): RecordedFields =>
  isBySaying
    ? { type: 'assert', matcher: 'toBeVisible', locator }
    : { type: 'assert', matcher: 'toHaveText', locator, expected: escapeExpressions(text) };
