/** Pictures that a run took, and those that the project keeps in their place. */
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { RunId } from '../../../model/names/codes.ts';
import { FilePath } from '../../../model/names/file-path.ts';
import {
  type PICTURE_STATES,
  type PictureDifference,
  pictureDifferences,
} from '../../../model/run/picture-differences.ts';
import { MOST_PIXELS, pngSize } from '../../../model/values/png-head.ts';
import { readRunFile } from '../../runs/record/read-run-file.ts';
import type { FileReplacement } from '../../workspace/user-files.ts';
import type { ToolContext } from '../define/define-tool.ts';

type PictureContext = ToolContext<'runs' | 'userFiles'>;
type PictureState = (typeof PICTURE_STATES)[number];

export interface PictureOfRun extends PictureDifference {
  path: FilePath;
  /** What the run compared with, if there was any. */
  expected: Uint8Array | undefined;
  actual: Uint8Array;
  state: PictureState;
}

const KEPT_IN = /^baselines\/[^/]+\.png$/;

/** All of a run, or those whose `actual` is named. Errors: `not-found`, `damaged-file`. */
export async function picturesOfRun(
  context: PictureContext,
  runId: RunId,
  names?: readonly string[],
): Promise<PictureOfRun[]> {
  const all = pictureDifferences(await context.project.runs.read(runId));
  const strange = names?.find(name => !all.some(({ pictures }) => pictures.actual === name));
  if (strange !== undefined)
    throw new AppError('not-found', `Run ${runId} has no picture “${strange}” to decide on.`, {
      field: 'pictures',
      next: 'getPictureDifferences',
    });
  const wanted = all.filter(({ pictures }) => names === undefined || names.includes(pictures.actual));
  const found: PictureOfRun[] = [];
  for (const difference of wanted) found.push(await pictureOf(context, runId, difference));
  return found;
}

async function pictureOf(
  { project }: PictureContext,
  runId: RunId,
  difference: PictureDifference,
): Promise<PictureOfRun> {
  const { baseline, pictures } = difference;
  const path = FilePath.safeParse(baseline);
  if (!path.success || !KEPT_IN.test(baseline))
    throw damaged(runId, `names “${baseline}” to keep a picture in, which is no picture in files/baselines`);
  const read = async (name: string) => (await readRunFile(project.runs.folder, runId, name)).bytes;
  const actual = await read(pictures.actual);
  const expected = pictures.expected === undefined ? undefined : await read(pictures.expected);
  const kept = await project.userFiles.readIfThere(path.data);
  return { ...difference, path: path.data, expected, actual, state: stateOf({ kept, expected, actual }) };
}

function stateOf({
  kept,
  expected,
  actual,
}: Record<'kept' | 'expected' | 'actual', Uint8Array | undefined>): PictureState {
  if (isSame(kept, actual)) return 'accepted';
  return isSame(kept, expected) ? 'open' : 'outdated';
}

const isSame = (one: Uint8Array | undefined, other: Uint8Array | undefined): boolean =>
  one === undefined || other === undefined ? one === other : Buffer.compare(one, other) === 0;

/** One change for each file: of several pictures for one, the first. */
export function changesOf(pictures: readonly PictureOfRun[], to: 'actual' | 'expected'): FileReplacement[] {
  const changes = new Map<string, FileReplacement>();
  for (const { path, actual, expected } of pictures)
    if (!changes.has(path))
      changes.set(path, to === 'actual' ? { path, was: expected, now: actual } : { path, was: actual, now: expected });
  return [...changes.values()];
}

/** Errors: `damaged-file` for what is no whole PNG image. */
export async function requirePng(runId: RunId, { pictures, actual }: PictureOfRun): Promise<void> {
  const size = pngSize(actual);
  try {
    if (size !== undefined && size.width * size.height <= MOST_PIXELS) {
      const { PNG } = await import('pngjs');
      PNG.sync.read(Buffer.from(actual));
      return;
    }
  } catch (cause) {
    if (isAppError(cause)) throw cause;
  }
  throw damaged(runId, `has ${pictures.actual}, which is not a PNG image`);
}

const damaged = (runId: RunId, what: string): AppError =>
  new AppError('damaged-file', `Run ${runId} ${what}; nothing was changed. Run the test again.`, {
    field: 'runId',
    next: 'runTest',
  });
