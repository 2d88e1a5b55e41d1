import type { Film, RunPlan, RunProgress, RunSink } from '../../../model/protocol/bridge.ts';
import { mapAction, mapHook, mapItem } from '../../../model/run/map-actions.ts';
import type { ActionFailure, ActionResult } from '../../../model/run/run.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import { keepVideo } from './keep-video.ts';
import type { RunArchive } from './run-archive.ts';

/** Each item has file numbers of its own, whatever the order in which items run. */
export const FILES_OF_ITEM = 10_000;

const LONGEST_PART = 40;
const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;

const plainPart = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_PART)
    .replace(/^-+|-+$/g, '');

/** Safe on every system; the number keeps pictures of one action apart and in order. */
const pictureName = (number: number, name: string, format: 'png' | 'jpeg'): string =>
  `${number}-${plainPart(name) || 'picture'}.${format === 'png' ? 'png' : 'jpg'}`;

export function fileName(number: number, name: string): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return `${number}-${plainPart(name.slice(0, name.length - extension.length)) || 'file'}${extension}`;
}

/** `what` names the attempt in the log. Never rejects. */
export type WriteGuard = (what: string, attempt: () => Promise<void>) => Promise<void>;

interface FileKeeperOptions {
  archive: RunArchive;
  plan: RunPlan;
  redact: Redactor;
  firstFile?: number | undefined;
}

/** Files that the disk refused are not named in results. */
interface FileKeeper extends Pick<RunSink, 'picture' | 'file'> {
  video(name: string, film: Film, itemIndex: number): Promise<string | undefined>;
  withoutLost(event: RunProgress): RunProgress;
}

export function createKeptFiles(
  { archive, plan, redact, firstFile = 1 }: FileKeeperOptions,
  guard: WriteGuard,
): FileKeeper {
  const counts = new Map<number, number>();
  const lost = new Set<string>();
  async function keep(what: string, name: string, bytes: Uint8Array): Promise<string> {
    lost.add(name);
    await guard(what, async () => {
      await archive.keepFile(plan.runId, name, bytes);
      lost.delete(name);
    });
    return name;
  }
  function nextNumber(itemIndex: number): number {
    const count = counts.get(itemIndex) ?? 0;
    counts.set(itemIndex, count + 1);
    return firstFile + itemIndex * FILES_OF_ITEM + count;
  }
  return {
    picture(name, bytes, format, itemIndex = 0) {
      const file = pictureName(nextNumber(itemIndex), redact(name), format);
      return keep('a picture', `screenshots/${file}`, bytes);
    },
    file(name, bytes, itemIndex = 0) {
      const file = fileName(nextNumber(itemIndex), redact(name));
      return keep('a download', `downloads/${file}`, masked(bytes, redact));
    },
    async video(name, film, itemIndex) {
      const file = `videos/${nextNumber(itemIndex)}-${plainPart(redact(name)) || 'video'}.webm`;
      let isKept = false;
      await guard('a video', async () => {
        await keepVideo(film, archive.path(plan.runId, file));
        isKept = true;
      });
      return isKept ? file : undefined;
    },
    withoutLost: event => (lost.size === 0 ? event : withoutNames(event, lost)),
  };
}

/** Bytes that are no UTF-8 text stay as they are. */
function masked(bytes: Uint8Array, redact: Redactor): Uint8Array {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const safe = redact(text);
    return safe === text ? bytes : new TextEncoder().encode(safe);
  } catch {
    return bytes;
  }
}

/** The pictures of an assertion are listed only when all of them were kept. */
function withPictures({ pictures, ...error }: ActionFailure, lost: ReadonlySet<string>): ActionFailure {
  const isWhole = pictures !== undefined && Object.values(pictures).every(name => !lost.has(name));
  return isWhole ? { ...error, pictures } : error;
}

function withoutNames(event: RunProgress, lost: ReadonlySet<string>): RunProgress {
  if (!('result' in event) && event.kind !== 'item-finished' && event.kind !== 'attempt-finished') return event;
  const mend = ({ screenshot, screenshotNote, file, error, ...rest }: ActionResult): ActionResult => ({
    ...rest,
    ...(error === undefined ? {} : { error: withPictures(error, lost) }),
    ...(screenshot === undefined || lost.has(screenshot) ? {} : { screenshot, screenshotNote }),
    ...(file === undefined || lost.has(file) ? {} : { file }),
  });
  if (event.kind === 'action-finished' || event.kind === 'inner-action-finished')
    return { ...event, result: mapAction(event.result, mend) };
  if (event.kind === 'step-finished') return { ...event, result: mapHook(event.result, mend) };
  return { ...event, item: mapItem(event.item, mend) };
}
