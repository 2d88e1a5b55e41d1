import { z } from 'zod';
import { plain, type RecordedFields } from './record-event.ts';

/** What a page shows since the last thing that was done there. */
export const ShownChange = z.strictObject({
  /** 0: what is there to tell things; the higher, the less it tells. */
  rank: z.number(),
  text: z.string(),
  locator: z.string(),
  /** The locator says the text. */
  isBySaying: z.boolean(),
});
export type ShownChange = z.infer<typeof ShownChange>;

/** The check that what can be seen now is seen again. */
export const checkOf = ({ text, locator, isBySaying }: ShownChange): RecordedFields =>
  isBySaying
    ? { type: 'assert', matcher: 'toBeVisible', locator }
    : { type: 'assert', matcher: 'toHaveText', locator, expected: plain(text) };
