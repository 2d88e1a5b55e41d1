/** Stored beside the record of a run that workers do, so that it can continue when its feeder has died. */
import { cp, readFile } from 'node:fs/promises';
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import type { RunId } from '../../model/names/codes.ts';
import type { RunPlan } from '../../model/protocol/bridge.ts';
import type { RunArchive } from '../runs/record/run-archive.ts';
import { RunOrder } from './queue-redis.ts';

const NAME = 'queue.json';
const FOLDERS = ['screenshots', 'downloads', 'videos'];

const FedRunFile = z.object({
  /** Key of the run in the queue. */
  runKey: z.string(),
  order: RunOrder,
  /** Indexes of the run's items among all items of its tests. */
  places: z.array(z.number()),
});
type FedRunFile = z.infer<typeof FedRunFile>;

export function keepFedRun(
  archive: RunArchive,
  plan: RunPlan,
  run: Pick<FedRunFile, 'runKey' | 'order'>,
): Promise<void> {
  const places = [...(plan.places ?? plan.items.keys())];
  return archive.keepFile(
    plan.runId,
    NAME,
    new TextEncoder().encode(JSON.stringify({ runKey: run.runKey, order: run.order, places } satisfies FedRunFile)),
  );
}

/** Errors: `not-found`. */
export async function readFedRun(archive: RunArchive, runId: RunId): Promise<FedRunFile> {
  const text = await readFile(archive.path(runId, NAME), 'utf8').catch(() => undefined);
  const read = FedRunFile.safeParse(text === undefined ? undefined : JSON.parse(text));
  if (!read.success)
    throw new AppError('not-found', `There is no run ${runId} that was put into a queue here.`, {
      field: '--resume',
      next: 'getRuns',
    });
  return read.data;
}

/** Copies the files that a feeder that died had gathered. */
export async function takeFilesOf(archive: RunArchive, from: RunId, to: RunId): Promise<void> {
  for (const folder of FOLDERS)
    await cp(archive.path(from, folder), archive.path(to, folder), { recursive: true }).catch(() => {});
}
