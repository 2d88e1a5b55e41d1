import { z } from 'zod';
import { code, VersionId } from '../names/codes.ts';
import { ObservedText } from '../values/observed.ts';

export const WatchedCode = code(
  /^(m[1-9]\d{0,8}|(m[1-9]\d{0,8}\.)?t[1-9]\d{0,8}|f[1-9]\d{0,8}(\.s[1-9]\d{0,8}(\.r\d{1,9})?)?)$/,
  'the code of a module, a test, a feature or a scenario, such as "m1", "t57", "f1" or "f1.s2"',
  'WatchedCode',
);
export type WatchedCode = z.infer<typeof WatchedCode>;

/** What runs again when it, or what it plugs in, has changed, as long as the service goes on. */
export const WatchedItem = z.strictObject({
  versionId: VersionId,
  code: WatchedCode,
  by: z.string().describe('Who watches it'),
  environment: z.string().optional().describe('In which it runs; missing: the default one'),
  problem: ObservedText.optional().describe('Why it did not run when it changed last'),
});
export type WatchedItem = z.infer<typeof WatchedItem>;
