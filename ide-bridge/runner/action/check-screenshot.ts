import { setTimeout as pause } from 'node:timers/promises';
import { shareOfPixels } from '../../../model/actions/picture-rule.ts';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { describeLocator } from '../../../model/locator/describe-locator.ts';
import { baselineName, baselineNameFault } from '../../../model/names/file-path.ts';
import { differenceFrom } from '../page/expect-page.ts';
import type { Mismatch } from '../page/expectation.ts';
import { givenTime } from '../page/limits.ts';
import { takePicture } from '../page/look.ts';
import type { AssertionFields } from './assertion-fields.ts';
import { type Comparison, comparePictures, isSamePicture } from './compare-pictures.ts';
import type { PerformContext } from './perform-context.ts';

const PAUSES_MS = [100, 250, 500, 1_000];
/** Time for a picture, however little is left. */
const LEAST_MS = 4_000;

interface Seen {
  actual: Uint8Array;
  comparison: Comparison;
}

export async function checkScreenshot(fields: AssertionFields, context: PerformContext): Promise<Mismatch | undefined> {
  const { not = false, once = false } = fields;
  const name = await nameOf(fields, context);
  const path = await context.baselines.path(name);
  const expected = await context.baselines.read(name);
  if (expected === undefined && (not || once)) throw missing(path);
  const absent = await notThere(fields, context);
  if (absent !== undefined) return absent;
  if (expected === undefined) return firstPicture(fields, { name, path }, context);
  const seen = await seenInstead(fields, { expected, path }, context);
  if (seen === undefined) return undefined;
  const mismatch = explain({ subject: subjectOf(fields), path, not, comparison: seen.comparison });
  if (once || not) return mismatch;
  return { ...mismatch, baseline: inFiles(path), pictures: await keep({ name, expected, ...seen }, context) };
}

/** Fails, but with the picture, so that a person can keep it. */
async function firstPicture(
  fields: AssertionFields,
  { name, path }: { name: string; path: string },
  context: PerformContext,
): Promise<Mismatch> {
  const actual = await steadyPicture(fields, context);
  return {
    message: `There is no ${path} to compare with. Look at the picture of this run and keep it: “Keep this picture” in the page, or acceptPictures. A run with --update-screenshots (runTest: updateScreenshots) keeps all without a look.`,
    log: [],
    isMissing: false,
    baseline: inFiles(path),
    pictures: { actual: await context.keepPicture(`${name}-actual`, actual) },
  };
}

const inFiles = (path: string): string => path.replace(/^files\//, '');

/** The last wrong picture, when there was no other; with `not`, the page must come to rest first. */
async function seenInstead(
  fields: AssertionFields,
  { expected, path }: { expected: Uint8Array; path: string },
  context: PerformContext,
): Promise<Seen | undefined> {
  const { not = false, once = false } = fields;
  let last: Seen | undefined;
  for await (const actual of pictures(fields, context, not ? 2 : 1)) {
    const isSteady = last !== undefined && isSamePicture(last.actual, actual);
    if (last === undefined || !isSteady)
      last = { actual, comparison: await comparePictures({ expected, actual, name: path }, fields) };
    const isSame = last.comparison.kind === 'same';
    if (isSame !== not && (!not || once || isSteady)) return undefined;
    if (once) break;
  }
  return last;
}

type Made = { screenshot?: string; wrote?: string };

/**
 * Stores the picture once two in a row are the same; a similar stored one stays. Returns what is missing when the
 * element is.
 */
export async function makeBaseline(fields: AssertionFields, context: PerformContext): Promise<Made | Mismatch> {
  const name = await nameOf(fields, context);
  const path = await context.baselines.path(name);
  const absent = await notThere(fields, context);
  if (absent !== undefined) return absent;
  const actual = await steadyPicture(fields, context);
  const before = await context.baselines.read(name);
  if (before !== undefined && (await isAlike({ expected: before, actual, name: path }, fields))) return {};
  await context.baselines.write(name, actual);
  return { screenshot: await context.keepPicture(name, actual), wrote: path };
}

/** A file that is no picture is like none. */
async function isAlike(compared: Parameters<typeof comparePictures>[0], fields: AssertionFields): Promise<boolean> {
  try {
    return (await comparePictures(compared, fields)).kind === 'same';
  } catch (error) {
    if (isAppError(error, 'invalid-project')) return false;
    throw error;
  }
}

async function steadyPicture(fields: AssertionFields, context: PerformContext): Promise<Uint8Array> {
  let last: Uint8Array | undefined;
  for await (const picture of pictures(fields, context, 2)) {
    if (last !== undefined && isSamePicture(last, picture)) return picture;
    last = picture;
  }
  const limit = givenTime(context.limits);
  throw new AppError(
    'timeout',
    `${subjectOf(fields)} kept changing: no two screenshots in a row were the same within ${limit}.`,
  );
}

async function notThere({ locator, once }: AssertionFields, { find, session, limits }: PerformContext) {
  if (locator === undefined) return undefined;
  const expectation = { matcher: 'toBeVisible', not: false, ignoreCase: false, once } as const;
  return differenceFrom(session, { expectation, locator: await find(locator), limits });
}

/** At least `least` pictures, however slow the machine is. */
async function* pictures(fields: AssertionFields, { find, session, limits }: PerformContext, least: 1 | 2) {
  const locator = fields.locator === undefined ? undefined : await find(fields.locator);
  const end = performance.now() + limits.timeoutMs;
  const left = () => end - performance.now();
  for (let count = 0; count < least || left() > 0; count++) {
    const bounded = { ...limits, timeoutMs: Math.max(LEAST_MS, left()) };
    const taking = takePicture(session, { isSteady: true, locator }, bounded);
    // An earlier picture says more than that the page has become too slow.
    const picture = count < least ? await taking : await taking.catch(unlessLate);
    if (picture === undefined) return;
    yield picture.bytes;
    const wait = PAUSES_MS[Math.min(count, PAUSES_MS.length - 1)] ?? 0;
    await pause(wait, undefined, { signal: limits.signal });
  }
}

function unlessLate(error: unknown): undefined {
  if (!isAppError(error, 'timeout')) throw error;
}

async function nameOf({ expected, actionId = '' }: AssertionFields, context: PerformContext): Promise<string> {
  if (expected === undefined) return context.nameOf(actionId);
  const { text, isSecret } = await context.text(expected);
  const fault = isSecret ? 'a screenshot cannot be named after a secret' : baselineNameFault(text);
  if (fault !== undefined) throw new AppError('invalid-params', `“expected”: ${fault}.`, { field: 'expected' });
  return baselineName(text);
}

const subjectOf = ({ locator }: AssertionFields): string =>
  locator === undefined ? 'the page' : describeLocator(locator);

const missing = (path: string): AppError =>
  new AppError(
    'not-found',
    `There is no ${path} to compare with. Run the test with --update-screenshots (runTest: updateScreenshots) to create it.`,
    { next: 'runTest' },
  );

interface ExplainedDifference {
  subject: string;
  path: string;
  not: boolean;
  comparison: Comparison;
}

function explain({ subject, path, not, comparison }: ExplainedDifference): Mismatch {
  const [actual, reason] = wordsOf(comparison);
  return {
    message: `Expected ${subject} ${not ? 'not ' : ''}to look like ${path}, but ${reason}.`,
    expected: not ? `not ${path}` : path,
    actual,
    log: [],
    isMissing: false,
  };
}

function wordsOf(comparison: Comparison): [actual: string, reason: string] {
  if (comparison.kind === 'same') return ['the same', 'it does'];
  if (comparison.kind === 'size') {
    const [is, not] = [comparison.actual, comparison.expected].map(({ width, height }) => `${width} × ${height}`);
    return [`${is} pixels`, `it is ${is} pixels, not ${not}`];
  }
  const words = shareOfPixels(comparison);
  return [`${words} differ`, `${words} differ`];
}

async function keep(
  { name, expected, actual, comparison }: Seen & { name: string; expected: Uint8Array },
  { keepPicture }: PerformContext,
): Promise<NonNullable<Mismatch['pictures']>> {
  const diff = comparison.kind === 'pixels' ? { diff: await keepPicture(`${name}-diff`, comparison.diff) } : {};
  return {
    expected: await keepPicture(`${name}-expected`, expected),
    actual: await keepPicture(`${name}-actual`, actual),
    ...diff,
  };
}
