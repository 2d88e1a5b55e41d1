import type { Frame, Locator } from 'playwright';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { NeededParts } from './impl-of.ts';

/** What Playwright's own matcher calls; it is not public, since the matcher works in its test runner only. */
interface AriaExpecting {
  _expect(
    expression: 'to.match.aria',
    options: { expectedValue: string; isNot: boolean; timeout: number; signal: AbortSignal },
  ): Promise<unknown>;
}

const Answer = z.looseObject({
  matches: z.boolean(),
  received: z.looseObject({ value: z.looseObject({ raw: z.string() }).optional() }).optional(),
  log: z.array(z.string()).default([]),
  errorMessage: z.string().optional(),
});

interface AriaExpectation {
  expected: string;
  isNot: boolean;
  timeoutMs: number;
  signal: AbortSignal;
}

export const EXPECTING_PARTS = new NeededParts<AriaExpecting>({ function: ['_expect'] });

/**
 * Waits until the accessible tree contains the template, or for `isNot` does not; `received` is the last one seen.
 * Errors: `internal` in a release that cannot, and why the signal aborted.
 */
export async function expectAria(
  subject: Locator | Frame,
  { expected, isNot, timeoutMs, signal }: AriaExpectation,
): Promise<z.infer<typeof Answer>> {
  if (!EXPECTING_PARTS.areIn(subject))
    throw new AppError('internal', 'This release of Playwright compares no aria snapshots.');
  const options = { expectedValue: expected, isNot, timeout: timeoutMs, signal };
  const answer = await subject._expect('to.match.aria', options);
  signal.throwIfAborted();
  return Answer.parse(answer);
}
