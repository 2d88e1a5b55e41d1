import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { AppError } from '../../../model/errors/errors.ts';
import type { Film } from '../../../model/protocol/bridge.ts';
import { makeFolders, systemCode } from '../../store/files/file-system.ts';

const LIMIT_MS = 180_000;
const PICTURES_A_SECOND = 12;
/** The last picture is shown at least so long. */
const END_MS = 500;
const MOST_WIDE = 1_280;
const MOST_HIGH = 960;

/** Speed before size: whoever ran the test waits for it. */
const VP8 = ['-c:v', 'libvpx', '-deadline', 'realtime', '-cpu-used', '8', '-b:v', '1M', '-auto-alt-ref', '0', '-an'];

const SIZE = `scale=w='min(${MOST_WIDE},iw)':h='min(${MOST_HIGH},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`;

/** All pictures within one frame: an encoder takes no other size midway. */
function framedIn({ width, height }: NonNullable<Film['size']>): string {
  const scale = Math.min(1, MOST_WIDE / width, MOST_HIGH / height);
  const [w, h] = [width, height].map(side => 2 * Math.max(1, Math.floor((side * scale) / 2)));
  return `scale=w=${w}:h=${h}:force_original_aspect_ratio=decrease:eval=frame,pad=${w}:${h}:-1:-1:eval=frame`;
}

const run = promisify(execFile);

const ffmpeg = (): string => process.env.STEPLOOM_FFMPEG || 'ffmpeg';

/** Path and version; undefined where ffmpeg is missing. */
export async function findVideoMaker(): Promise<string | undefined> {
  try {
    const said = await ask(['-version']);
    return `${ffmpeg()} ${/version (\S+)/.exec(said)?.[1] ?? ''}`.trim();
  } catch {
    return undefined;
  }
}

const NO_FFMPEG = 'Videos are made by ffmpeg, which was not found: install it, or set STEPLOOM_FFMPEG to its path.';

/** Errors: `invalid-params` without ffmpeg. */
export async function requireVideos(): Promise<void> {
  await ask(['-version']).catch(() => {
    throw new AppError('invalid-params', NO_FFMPEG, { field: 'video' });
  });
}

/** Writes a list of the pictures beside them. Errors: those of ffmpeg and the disk, in their words. */
export async function keepVideo({ frames, ms, size }: Film, target: string): Promise<void> {
  const [first] = frames;
  if (first === undefined) return;
  const list = join(dirname(first.file), 'pictures.txt');
  const shown = frames.map(({ file, ms: from }, index) => {
    const until = frames[index + 1]?.ms ?? Math.max(ms, from + END_MS);
    return `${named(file)}\nduration ${(Math.max(1, until - from) / 1_000).toFixed(3)}`;
  });
  // The last picture is listed twice, or its duration would not count.
  const last = named(frames.at(-1)?.file ?? first.file);
  await writeFile(list, `ffconcat version 1.0\n${shown.join('\n')}\n${last}\n`);
  await makeFolders(dirname(target), 0o700);
  const input = ['-f', 'concat', '-safe', '0', '-i', list];
  await ask([
    '-loglevel',
    'error',
    '-y',
    ...input,
    '-vf',
    `${size === undefined ? SIZE : framedIn(size)},fps=${PICTURES_A_SECOND}`,
    ...VP8,
    target,
  ]);
}

const named = (file: string): string => `file '${file.replaceAll("'", "'\\''")}'`;

async function ask(args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(ffmpeg(), ['-hide_banner', '-nostdin', ...args], { timeout: LIMIT_MS });
    return stdout;
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') throw new Error(NO_FFMPEG, { cause });
    const said =
      cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim().split('\n').at(-1) : undefined;
    throw new Error(`ffmpeg failed: ${said || String(cause)}`, { cause });
  }
}
