import type { ActionOf } from '../../../../model/actions/index.ts';
import { inSeconds } from '../../../../model/values/in-seconds.ts';
import { fitsWildcard } from '../../../../model/values/wildcard.ts';
import type { Downloaded, Limits } from '../../page/page-port.ts';
import type { PerformContext, Performed } from '../perform-context.ts';

const MOST_TEXT_BYTES = 1_000_000;

export async function download({ name, into }: ActionOf<'download'>, context: PerformContext): Promise<Performed> {
  const wanted = name === undefined ? undefined : (await context.text(name)).text;
  const watch = context.page.expectDownload();
  let isOver = false;
  const drop = () => {
    isOver = true;
    watch.drop();
  };
  async function afterNext(limits: Limits): Promise<Performed> {
    const found = await watch.take(limits);
    if (found === undefined) return noDownload(wanted, limits);
    const file = await context.keepFile(found.name, found.bytes);
    if (into !== undefined) context.setVariable(into, fileFacts(found, file));
    if (wanted === undefined || fitsWildcard(wanted, found.name)) return { state: 'passed', file };
    return otherName(wanted, found.name);
  }
  function atEnd() {
    if (isOver) return undefined;
    drop();
    return { message: 'No action came after it that could bring the download.' };
  }
  return { state: 'passed', later: { afterNext, drop, atEnd } };
}

function noDownload(wanted: string | undefined, { timeoutMs }: Limits): Performed {
  const what = wanted === undefined ? 'a download' : `the download “${wanted}”`;
  const message = `Expected ${what} from this action, but none came within ${inSeconds(timeoutMs)}.`;
  return { state: 'failed', error: { message, expected: wanted ?? 'a download', actual: 'none' }, isMissing: false };
}

function otherName(expected: string, actual: string): Performed {
  const message = `Expected the download to have the name “${expected}”, but it is “${actual}”.`;
  return { state: 'failed', error: { message, expected, actual }, isMissing: false };
}

function fileFacts({ name, bytes }: Downloaded, file: string) {
  const text = bytes.length > MOST_TEXT_BYTES ? undefined : textOf(bytes);
  return { name, file, sizeBytes: bytes.length, ...(text === undefined ? {} : { text }) };
}

/** Undefined for bytes that are no text. */
function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
