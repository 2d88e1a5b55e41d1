import { readFile, stat } from 'node:fs/promises';
import type { Download } from 'playwright';
import { AppError } from '../../../model/errors/errors.ts';
import { startClock, withinLimit } from '../../browser/limits/within-limit.ts';
import type { ExpectedDownload } from '../../browser/session/expected-downloads.ts';
import { givenTime, type Limits } from './limits.ts';

export interface Downloaded {
  name: string;
  bytes: Uint8Array;
}

const MOST_MEGABYTES = 50;
const BYTES_PER_MEGABYTE = 1_000_000;

/** Undefined when no download came in time. */
export async function takeDownload({ came }: ExpectedDownload, limits: Limits): Promise<Downloaded | undefined> {
  const { timeoutMs, signal } = limits;
  const remaining = startClock(timeoutMs);
  const none = new AppError('timeout', 'No download came.');
  const download = await withinLimit(() => came, { signal, timeoutMs, late: () => none }).catch((error: unknown) => {
    if (error !== none) throw error;
    return undefined;
  });
  if (download === undefined) return undefined;
  const name = download.suggestedFilename();
  const late = () => new AppError('timeout', `The download “${name}” was not complete within ${givenTime(limits)}.`);
  try {
    return { name, bytes: await withinLimit(() => read(download), { signal, timeoutMs: remaining(), late }) };
  } catch (error) {
    download.cancel().catch(() => {});
    throw error;
  }
}

async function read(download: Download): Promise<Uint8Array> {
  const name = download.suggestedFilename();
  const reason = await download.failure();
  if (reason !== null) throw new AppError('page-error', `The download “${name}” failed: ${reason}.`);
  const path = await download.path();
  const megabytes = (await stat(path)).size / BYTES_PER_MEGABYTE;
  if (megabytes <= MOST_MEGABYTES) return readFile(path);
  const size = `${Math.ceil(megabytes)} MB`;
  throw new AppError('page-error', `The download “${name}” has ${size}; at most ${MOST_MEGABYTES} MB are kept.`);
}
