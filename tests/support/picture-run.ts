/** A stored run that looked otherwise than a kept picture, and for the first time at another place. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PNG } from 'pngjs';

export const KEPT = 'files/baselines/box-linux.png';
export const FIRST = 'files/baselines/first-linux.png';
export const DIFFERS = 'screenshots/1-box-actual.png';
export const IS_FIRST = 'screenshots/4-first-actual.png';
const EXPECTED = 'screenshots/2-box-expected.png';

interface Drawn {
  red: number;
  /** Behind the end of the picture: two of the same look differ in their bytes. */
  tail?: string;
  /** A square, in pixels from the top left. */
  square?: { x: number; y: number; size: number };
  width?: number;
  height?: number;
}

export function drawPicture({ red, tail = '', square, width = 4, height = 4 }: Drawn): Buffer {
  const png = new PNG({ width, height });
  for (let at = 0; at < width * height; at++) {
    const [left, top] = [(at % width) - (square?.x ?? 0), Math.floor(at / width) - (square?.y ?? 0)];
    const isInside = square !== undefined && left >= 0 && top >= 0 && left < square.size && top < square.size;
    png.data.set(isInside ? [20, 60, 200, 255] : [red, 90, 90, 255], at * 4);
  }
  return Buffer.concat([PNG.sync.write(png), Buffer.from(tail)]);
}

export async function putBytes(path: string, bytes: Uint8Array | string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, bytes);
}

export const failedLook = (actionIndex: number, error: object) => ({
  actionIndex,
  actionId: `a${actionIndex + 1}`,
  testCode: 't1',
  type: 'assert',
  title: `Look ${actionIndex + 1}`,
  state: 'failed',
  ms: 1,
  error: { message: 'It looks otherwise.', ...error },
});

export const BOX = { baseline: 'baselines/box-linux.png', pictures: { expected: EXPECTED, actual: DIFFERS } };
export const FIRST_LOOK = { baseline: 'baselines/first-linux.png', pictures: { actual: IS_FIRST } };

interface PictureRun {
  /** Of the project. */
  folder: string;
  kept: Uint8Array;
  taken: Uint8Array;
  runId?: string;
  errors?: readonly object[];
  items?: readonly object[];
}

export async function putPictureRun({ folder, kept, taken, runId = 'r1', ...results }: PictureRun): Promise<void> {
  const { errors = [BOX, FIRST_LOOK] } = results;
  const item = { testCode: 't1', moduleCode: 'm1', title: 'Basket', state: 'failed', ms: 5 };
  const run = {
    ...{ format: 1, runId, projectId: 'shop', versionId: 'main', title: 'Shop', startedBy: 'ann', state: 'failed' },
    ...{ startedAt: '2026-01-02T03:04:05.678Z', elapsedMs: 5 },
    items: results.items ?? [{ ...item, actions: errors.map((error, at) => failedLook(at, error)) }],
  };
  const inRun = (name: string) => join(folder, '.steploom', 'runs', runId, name);
  await putBytes(inRun('run.json'), JSON.stringify(run));
  await putBytes(inRun(DIFFERS), taken);
  await putBytes(inRun(EXPECTED), kept);
  await putBytes(inRun(IS_FIRST), taken);
}
