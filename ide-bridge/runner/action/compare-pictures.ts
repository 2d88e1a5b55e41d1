import { COLOUR_THRESHOLD, coverAreas, isTolerated, type PictureArea } from '../../../model/actions/picture-rule.ts';
import { AppError } from '../../../model/errors/errors.ts';
import { MOST_PIXELS, pngSize } from '../../../model/values/png-head.ts';

interface PictureSize {
  width: number;
  height: number;
}

export type Comparison =
  | { kind: 'same' }
  | { kind: 'size'; expected: PictureSize; actual: PictureSize }
  | { kind: 'pixels'; different: number; total: number; diff: Uint8Array };

export const isSamePicture = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;

interface Leeway {
  tolerance?: number | undefined;
  masks?: readonly PictureArea[] | undefined;
}

interface ComparedPictures {
  expected: Uint8Array;
  actual: Uint8Array;
  /** For messages. */
  name: string;
}

/**
 * Differences in anti-aliasing are ignored. Errors: `invalid-project` when the expected picture cannot be read.
 */
export async function comparePictures(
  { expected, actual, name }: ComparedPictures,
  { tolerance, masks = [] }: Leeway = {},
): Promise<Comparison> {
  if (isSamePicture(expected, actual)) return { kind: 'same' };
  // Needed for pictures alone, not when a service starts.
  const [{ PNG }, { default: pixelmatch }] = await Promise.all([import('pngjs'), import('pixelmatch')]);
  const wanted = readExpected(expected, name, bytes => PNG.sync.read(bytes));
  const seen = PNG.sync.read(Buffer.from(actual));
  const { width, height } = wanted;
  if (seen.width !== width || seen.height !== height)
    return { kind: 'size', expected: { width, height }, actual: { width: seen.width, height: seen.height } };
  for (const picture of [wanted, seen]) coverAreas(picture, masks);
  const diff = new PNG({ width, height });
  const different = pixelmatch(wanted.data, seen.data, diff.data, width, height, { threshold: COLOUR_THRESHOLD });
  const total = width * height;
  if (isTolerated({ different, total }, tolerance)) return { kind: 'same' };
  return { kind: 'pixels', different, total, diff: PNG.sync.write(diff) };
}

function readExpected<Picture>(bytes: Uint8Array, name: string, read: (bytes: Buffer) => Picture): Picture {
  const file = Buffer.from(bytes);
  const size = pngSize(file);
  try {
    if (size !== undefined && size.width * size.height <= MOST_PIXELS) return read(file);
  } catch {
    // Reported below, like everything else that is no picture.
  }
  throw new AppError(
    'invalid-project',
    `${name} is not a PNG image. Run the test with --update-screenshots to replace it.`,
  );
}
