import pixelmatch from 'pixelmatch';
import { COLOUR_THRESHOLD, coverAreas, type PictureArea } from '../../../../model/actions/picture-rule.ts';

interface Pictures {
  /** URLs of pictures. */
  before: string;
  now: string;
  canvas: HTMLCanvasElement;
  signal: AbortSignal;
}

/** Differences this near each other are marked together, in pixels of the picture. */
const CELL = 16;
const MARK = 'rgba(214, 0, 111, 0.9)';

/** Answers the share of pixels that differ; undefined where the sizes do. */
export async function markDifferences({ before, now, canvas, signal }: Pictures): Promise<number | undefined> {
  const [old, next] = await Promise.all([pixelsOf(before), pixelsOf(now)]);
  if (signal.aborted || old === undefined || next === undefined) return undefined;
  const { width, height } = next;
  if (old.width !== width || old.height !== height) return undefined;
  const difference = new Uint8ClampedArray(width * height * 4);
  const options = { threshold: COLOUR_THRESHOLD, diffMask: true };
  const count = pixelmatch(old.data, next.data, difference, width, height, options);
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext('2d');
  if (context === null) return undefined;
  context.strokeStyle = MARK;
  context.lineWidth = Math.max(2, width / 320);
  for (const { left, top, right, bottom } of areasOf(difference, width, height))
    context.strokeRect(left - 4, top - 4, right - left + 8, bottom - top + 8);
  return count / (width * height);
}

/** As the runner judges them; `image` shows what differs. */
export function judgePixels(old: ImageData, next: ImageData, masks: readonly PictureArea[]) {
  const { width, height } = next;
  if (old.width !== width || old.height !== height) return undefined;
  const [one, other] = [copyOf(old), copyOf(next)];
  for (const picture of [one, other]) coverAreas(picture, masks);
  const image = new ImageData(width, height);
  const options = { threshold: COLOUR_THRESHOLD };
  const different = pixelmatch(one.data, other.data, image.data, width, height, options);
  return { different, total: width * height, image };
}

const copyOf = ({ data, width, height }: ImageData): ImageData =>
  new ImageData(new Uint8ClampedArray(data), width, height);

/** Around what differs. */
export function differingAreas(old: ImageData, next: ImageData): PictureArea[] {
  const { width, height } = next;
  if (old.width !== width || old.height !== height) return [];
  const difference = new Uint8ClampedArray(width * height * 4);
  pixelmatch(old.data, next.data, difference, width, height, { threshold: COLOUR_THRESHOLD, diffMask: true });
  return areasOf(difference, width, height).map(({ left, top, right, bottom }) => ({
    ...{ x: left, y: top },
    ...{ width: right - left, height: bottom - top },
  }));
}

export async function pixelsOf(url: string): Promise<ImageData | undefined> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(image, 0, 0);
  return context?.getImageData(0, 0, canvas.width, canvas.height);
}

interface MarkedArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function areasOf(points: ArrayLike<number>, width: number, height: number): MarkedArea[] {
  const columns = Math.ceil(width / CELL);
  const cells = new Map<number, MarkedArea>();
  for (let at = 0; at < width * height; at++) {
    if (points[at * 4 + 3] === 0) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    const key = Math.floor(y / CELL) * columns + Math.floor(x / CELL);
    cells.set(key, joined(cells.get(key), { left: x, top: y, right: x + 1, bottom: y + 1 }));
  }
  return clusters(cells, columns);
}

const joined = (one: MarkedArea | undefined, other: MarkedArea): MarkedArea =>
  one === undefined
    ? other
    : {
        left: Math.min(one.left, other.left),
        top: Math.min(one.top, other.top),
        right: Math.max(one.right, other.right),
        bottom: Math.max(one.bottom, other.bottom),
      };

/** Cells that touch, also by corners or across one empty cell, are one area. */
function clusters(cells: Map<number, MarkedArea>, columns: number): MarkedArea[] {
  const areas: MarkedArea[] = [];
  while (true) {
    const [first] = cells.keys();
    if (first === undefined) return areas;
    let area: MarkedArea | undefined;
    const open = [first];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      const cell = cells.get(key);
      if (cell === undefined) continue;
      cells.delete(key);
      area = joined(area, cell);
      open.push(...neighbours(key, columns));
    }
    if (area !== undefined) areas.push(area);
  }
}

const REACH = [-2, -1, 0, 1, 2];

function neighbours(key: number, columns: number): number[] {
  const column = key % columns;
  return REACH.flatMap(down =>
    REACH.flatMap(right => (column + right < 0 || column + right >= columns ? [] : [key + down * columns + right])),
  );
}
