import { AppError } from '../../../model/errors/errors.ts';

interface PictureSize {
  width: number;
  height: number;
}

export type Comparison =
  | { kind: 'same' }
  | { kind: 'size'; expected: PictureSize; actual: PictureSize }
  | { kind: 'pixels'; different: number; total: number; diff: Uint8Array };

/** Allowed difference of a colour, 0 to 1, as Playwright's default. */
const THRESHOLD = 0.2;
const MOST_PIXELS = 40_000_000;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Signature and header of a PNG. */
const HEAD_BYTES = 33;

export const isSamePicture = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

/**
 * Differences in anti-aliasing are ignored. Errors: `invalid-project` when the expected picture cannot be read; `name`
 * is for messages.
 */
export async function comparePictures(expected: Uint8Array, actual: Uint8Array, name: string): Promise<Comparison> {
  if (isSamePicture(expected, actual)) return { kind: 'same' };
  // Needed for pictures alone, not when a service starts.
  const [{ PNG }, { default: pixelmatch }] = await Promise.all([import('pngjs'), import('pixelmatch')]);
  const wanted = readExpected(expected, name, bytes => PNG.sync.read(bytes));
  const seen = PNG.sync.read(Buffer.from(actual));
  const { width, height } = wanted;
  if (seen.width !== width || seen.height !== height)
    return { kind: 'size', expected: { width, height }, actual: { width: seen.width, height: seen.height } };
  const diff = new PNG({ width, height });
  const different = pixelmatch(wanted.data, seen.data, diff.data, width, height, { threshold: THRESHOLD });
  if (different === 0) return { kind: 'same' };
  return { kind: 'pixels', different, total: width * height, diff: PNG.sync.write(diff) };
}

function readExpected<Picture>(bytes: Uint8Array, name: string, read: (bytes: Buffer) => Picture): Picture {
  const file = Buffer.from(bytes);
  const isPng = file.length >= HEAD_BYTES && file.subarray(0, SIGNATURE.length).equals(SIGNATURE);
  try {
    if (isPng && file.readUInt32BE(16) * file.readUInt32BE(20) <= MOST_PIXELS) return read(file);
  } catch {
    // Reported below, like everything else that is no picture.
  }
  throw new AppError(
    'invalid-project',
    `${name} is not a PNG image. Run the test with --update-screenshots to replace it.`,
  );
}
