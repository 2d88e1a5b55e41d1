import type { ActionOf } from '../../../../model/actions/index.ts';
import { isAppError } from '../../../../model/errors/errors.ts';
import { fitsWildcard } from '../../../../model/values/wildcard.ts';
import { startClock } from '../../../browser/limits/within-limit.ts';
import { shortened } from '../../../browser/logs/shown-text.ts';
import { type FileContent, readFileContent } from '../../files/read-file-content.ts';
import { givenTime, type Limits } from '../../page/limits.ts';
import { type Downloaded, takeDownload } from '../../page/take-download.ts';
import type { PerformContext, Performed } from '../perform-context.ts';

type DownloadAction = ActionOf<'download'>;

interface ExpectedFile {
  name: string | undefined;
  text: string | undefined;
}

export async function download(action: DownloadAction, context: PerformContext): Promise<Performed> {
  const wanted = {
    name: action.name === undefined ? undefined : (await context.text(action.name)).text,
    text: action.expectText === undefined ? undefined : (await context.text(action.expectText)).text,
  };
  const expected = context.session.downloads.expectNext();
  let isOver = false;
  const drop = () => {
    isOver = true;
    expected.drop();
  };
  async function afterNext(limits: Limits): Promise<Performed> {
    const remaining = startClock(limits.timeoutMs);
    const found = await takeDownload(expected, limits);
    if (found === undefined) return noDownload(wanted.name, limits, context.session.isLent);
    const file = await context.keepFile(found.name, found.bytes);
    const failed = await whyNot({ found, file, wanted, action }, context, { ...limits, timeoutMs: remaining() });
    return failed ?? { state: 'passed', file };
  }
  function atEnd() {
    if (isOver) return undefined;
    drop();
    return { message: 'No action after it could start the download.' };
  }
  return { state: 'passed', later: { afterNext, drop, atEnd } };
}

interface BroughtFile {
  found: Downloaded;
  /** Where the run keeps it. */
  file: string;
  wanted: ExpectedFile;
  action: DownloadAction;
}

/** Stores what was found, and compares it with what was expected. The file is read only where that is asked for. */
async function whyNot(
  { found, file, wanted, action: { into, expectFile } }: BroughtFile,
  context: PerformContext,
  limits: Limits,
): Promise<Performed | undefined> {
  const isRead = into !== undefined || wanted.text !== undefined || expectFile !== undefined;
  const content: FileContent = isRead ? await readFileContent(found, limits) : {};
  const { problem, wholeText, ...parts } = content;
  const facts = { name: found.name, file, sizeBytes: found.bytes.length, ...parts };
  if (into !== undefined) context.setVariable(into, facts);
  if (wanted.name !== undefined && !fitsWildcard(wanted.name, found.name)) return otherName(wanted.name, found.name);
  if (wanted.text !== undefined && !contains(wholeText ?? parts.text ?? '', wanted.text))
    return otherText(wanted.text, found.name, content);
  if (expectFile === undefined || (await holds(expectFile, facts, { context, signal: limits.signal })))
    return undefined;
  return otherFile(expectFile, found.name, content);
}

const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const contains = (text: string, wanted: string): boolean => fitsWildcard(`*${inOneLine(wanted)}*`, inOneLine(text));

/** What the file does not have counts as false. */
async function holds(
  expression: string,
  names: Readonly<Record<string, unknown>>,
  { context, signal }: { context: PerformContext; signal: AbortSignal },
): Promise<boolean> {
  try {
    return await context.holds(expression, names, signal);
  } catch (error) {
    if (isAppError(error, 'not-found')) return false;
    throw error;
  }
}

const LENT_TAB = ' From a lent tab they come once “Allow downloads” was pressed in the extension.';

function noDownload(wanted: string | undefined, limits: Limits, isLent: boolean): Performed {
  const what = wanted === undefined ? 'a download' : `the download “${wanted}”`;
  const message = `Expected ${what} from this action, but none came within ${givenTime(limits)}.${isLent ? LENT_TAB : ''}`;
  return { state: 'failed', error: { message, expected: wanted ?? 'a download', actual: 'none' }, isMissing: false };
}

function otherName(expected: string, actual: string): Performed {
  const message = `Expected the download to have the name “${expected}”, but it is “${actual}”.`;
  return { state: 'failed', error: { message, expected, actual }, isMissing: false };
}

const MOST_SHOWN = 200;
const MOST_KEPT = 2_000;

function otherText(expected: string, name: string, content: FileContent): Performed {
  const wanted = `Expected the download “${name}” to contain “${shortened(expected, MOST_SHOWN)}”, but`;
  return unlike(`${wanted} ${inWords(content, 'it does not')}`, expected, content);
}

function otherFile(expected: string, name: string, content: FileContent): Performed {
  const wanted = `Expected the download “${name}” to satisfy “${shortened(expected, MOST_SHOWN)}”, but`;
  return unlike(`${wanted} ${inWords(content, 'it does not')}`, expected, content);
}

const inWords = ({ problem }: FileContent, otherwise: string): string =>
  problem === undefined ? otherwise : `not all of it could be read: ${problem}`;

function unlike(message: string, expected: string, { text = '' }: FileContent): Performed {
  const error = { message: `${message}.`, expected, actual: shortened(text.trim(), MOST_KEPT) || 'no text' };
  return { state: 'failed', error, isMissing: false };
}
