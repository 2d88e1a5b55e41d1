import { readFile, stat } from 'node:fs/promises';
import { posix } from 'node:path';
import type { Request, Route } from 'playwright';
import type { ActionOf } from '../../../../model/actions/index.ts';
import { harPathFault } from '../../../../model/actions/replay-har.ts';
import { AppError, isAppError } from '../../../../model/errors/errors.ts';
import { counted } from '../../../../model/names/counted.ts';
import { withinLimit } from '../../../browser/limits/within-limit.ts';
import { shownAddress } from '../../../browser/logs/shown-text.ts';
import type { MockRecord } from '../../../browser/requests/mocked-requests.ts';
import { redirectNavigation } from '../../../playwright/redirect-navigation.ts';
import { addressFit } from '../../page/address-fit.ts';
import { type AskedRequest, type HarContent, type HarEntry, keptHar, RecordedAnswers } from '../../page/har-file.ts';
import { givenTime } from '../../page/limits.ts';
import type { PerformContext, Performed } from '../perform-context.ts';
import { refuseLent } from './mock.ts';

const EVERY_ADDRESS = '**';

export async function replayHar(action: ActionOf<'replayHar'>, context: PerformContext): Promise<Performed> {
  refuseLent(context);
  const file = await fileOf(action, context);
  const shown = await context.pattern(action.url ?? EVERY_ADDRESS);
  const fits = addressFit(shown, context.base());
  return action.update === true ? record(file, fits, context) : replay({ ...action, file, shown, fits }, context);
}

/** Errors: `invalid-project`. */
async function fileOf({ file }: ActionOf<'replayHar'>, context: PerformContext): Promise<string> {
  const { text, isSecret } = await context.text(file);
  const fault = isSecret ? 'a HAR file cannot be named after a secret' : harPathFault(text);
  if (fault !== undefined) throw new AppError('invalid-project', `${fault}.`, { field: 'file' });
  return text;
}

type FitsAddress = (address: string) => boolean;

const windowOf = ({ session }: PerformContext) => session.context ?? session.requirePage().context();

async function record(file: string, fits: FitsAddress, context: PerformContext): Promise<Performed> {
  const { recording } = context.session.mocks;
  if (recording.isUnderWay)
    throw new AppError('page-error', 'Answers are being recorded already: a test records into one file at a time.');
  const late = () =>
    new AppError('timeout', `The browser did not begin to record within ${givenTime(context.limits)}.`);
  const keep = (text: string) => keepHar(text, { file, fits, context });
  await withinLimit(() => recording.begin(windowOf(context), keep), { ...context.limits, late });
  let end: { note: string } | { fault: string } = { note: '' };
  const finish = async ({ isStopped }: { isStopped: boolean }) => {
    const isKept = !isStopped || !(await isThere(file, context));
    if (isKept) end = await endOf(() => recording.finish());
    else {
      await recording.drop();
      end = { note: `files/${file} is as it was, since the test did not come to its end.` };
    }
  };
  return {
    state: 'passed',
    later: {
      lasts: true,
      finish,
      atEnd: () => ('fault' in end ? { message: end.fault } : undefined),
      note: () => ('fault' in end ? end.fault : end.note),
    },
  };
}

async function endOf(finish: () => Promise<string | undefined>): Promise<{ note: string } | { fault: string }> {
  try {
    return { note: (await finish()) ?? 'The recording ended with its window; nothing was written.' };
  } catch (error) {
    return { fault: `What was recorded could not be kept: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const isThere = (file: string, context: PerformContext): Promise<boolean> =>
  context.pathOf(file, 'file').then(
    () => true,
    () => false,
  );

const MOST_BYTES = 50_000_000;
const IN_MB = 1_000_000;

/** Errors: `invalid-project`, and those of `putFile`. */
async function keepHar(
  recorded: string,
  { file, fits, context }: { file: string; fits: FitsAddress; context: PerformContext },
): Promise<string> {
  const { text, count } = keptHar(recorded, { fits, masked: context.masked, appUrl: context.base() });
  const bytes = Buffer.from(text);
  if (bytes.length > MOST_BYTES) throw tooLarge(file, bytes.length);
  await context.putFile(file, bytes);
  return `Recorded ${counted(count, 'answer')} into files/${file}; without “Record anew” the action answers from it.`;
}

const tooLarge = (file: string, bytes: number): AppError =>
  new AppError(
    'invalid-project',
    `files/${file} has ${Math.ceil(bytes / IN_MB)} MB, and a HAR file may have ${MOST_BYTES / IN_MB} MB: give “URL” a pattern for what is needed.`,
    { field: 'url' },
  );

interface HarReplay {
  file: string;
  shown: string;
  fits: FitsAddress;
  notFound?: ActionOf<'replayHar'>['notFound'];
}

async function replay(
  { file, shown, fits, notFound = 'abort' }: HarReplay,
  context: PerformContext,
): Promise<Performed> {
  const { mocks } = context.session;
  const answers = await read(file, context);
  const missing = new Set<string>();
  const has = (request: Request): boolean => answers.has(askedOf(request));
  const begin = () =>
    mocks.begin(windowOf(context), {
      ...{ fits, shown, method: undefined, times: undefined },
      takes: request => notFound === 'abort' || has(request),
      answer: async route => {
        const given = await answered(route, { answers, file, context });
        if (given === 'missing') missing.add(nameOf(route.request()));
        return given === 'missing' ? undefined : given;
      },
    });
  const late = () =>
    new AppError('timeout', `The browser did not begin to mock requests within ${givenTime(context.limits)}.`);
  const counts = await withinLimit(begin, { ...context.limits, late });
  return {
    state: 'passed',
    later: {
      lasts: true,
      atEnd: () => (counts.fault === undefined ? undefined : { message: counts.fault }),
      note: () => noteOf(counts, file, missing),
    },
  };
}

/** Errors: `invalid-project`. */
async function read(file: string, context: PerformContext): Promise<RecordedAnswers> {
  const path = await context.pathOf(file, 'file').catch((error: unknown) => {
    if (!isAppError(error, 'invalid-project')) throw error;
    throw new AppError('invalid-project', `${error.message} “Record anew” makes it.`, { field: 'file', cause: error });
  });
  const { size } = await stat(path);
  if (size > MOST_BYTES) throw tooLarge(file, size);
  const settings = { masked: context.masked, appUrl: context.base() };
  return new RecordedAnswers(await readFile(path, 'utf8'), `files/${file}`, settings);
}

const askedOf = (request: Request): AskedRequest => ({
  method: request.method(),
  url: request.url(),
  headers: request.headers(),
  body: request.postDataBuffer(),
  isNavigation: request.isNavigationRequest(),
});

const nameOf = (request: Request): string => `${request.method()} ${shownAddress(request.url())}`;

interface ReplayedRequest {
  answers: RecordedAnswers;
  file: string;
  context: PerformContext;
}

/** What could not be done, as a sentence; “missing” where the file has no answer. Never rejects. */
async function answered(
  route: Route,
  { answers, file, context }: ReplayedRequest,
): Promise<'missing' | string | undefined> {
  const request = route.request();
  try {
    const next = answers.next(askedOf(request));
    if (next === undefined) {
      await route.abort('failed');
      return 'missing';
    }
    if (next.kind === 'redirect' && (await redirectNavigation(route, next.url))) return undefined;
    await route.fulfill(
      next.kind === 'answer'
        ? await given(next.response, file, context)
        : { status: 302, headers: { location: next.url } },
    );
    return undefined;
  } catch (error) {
    await route.abort('failed').catch(() => {});
    // A page that is left needs no answer.
    if (!isAppError(error)) return undefined;
    return `${nameOf(request)} could not be answered: ${error.message}`;
  }
}

/** Bodies in the file are as they were once unpacked. */
const OF_TRANSFER: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

async function given({ status, headers, content }: HarEntry['response'], file: string, context: PerformContext) {
  const named: Record<string, string> = {};
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    if (OF_TRANSFER.has(key) || key.startsWith(':')) continue;
    const separator = key === 'set-cookie' ? '\n' : ', ';
    named[key] = named[key] === undefined ? value : `${named[key]}${separator}${value}`;
  }
  return { status, headers: named, body: await bytesOf(content, file, context) };
}

/** Errors: `invalid-project` for a file that is not there. */
async function bytesOf({ text = '', encoding, file: beside }: HarContent, file: string, context: PerformContext) {
  if (beside === undefined) return Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8');
  return readFile(await context.pathOf(posix.join(posix.dirname(file), beside), 'file'));
}

const MOST_NAMED = 5;

function noteOf({ answered: count, covered, over, fault }: MockRecord, file: string, missing: ReadonlySet<string>) {
  const named = [...missing].slice(0, MOST_NAMED).join(', ');
  const more = missing.size > MOST_NAMED ? ` and ${missing.size - MOST_NAMED} more` : '';
  const notes = [
    fault,
    count === 0 && covered === 0 ? 'No request asked for it.' : undefined,
    missing.size > 0 ? `files/${file} has no answer for ${named}${more}.` : undefined,
    covered > 0 ? `A later mock answered ${counted(covered, 'request')} of its own.` : undefined,
    over > 0 ? `It answered ${counted(over, 'request')} that an earlier mock fits, too.` : undefined,
  ].filter(note => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(' ');
}
