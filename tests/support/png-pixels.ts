import { inflateSync } from 'node:zlib';

export interface Pixels {
  width: number;
  height: number;
  /** Red, green and blue of a pixel. */
  at(x: number, y: number): readonly [number, number, number];
}

/** The pixels of a PNG file with 8 bits a colour, as browsers write it. */
export function readPng(file: Buffer): Pixels {
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)];
  const depth = file.readUInt8(25) === 6 ? 4 : 3;
  const line = width * depth;
  const packed = inflateSync(Buffer.concat([...chunksOf(file, 'IDAT')]));
  const bytes = Buffer.alloc(line * height);
  const byte = (x: number, y: number) => (x < 0 || y < 0 ? 0 : bytes.readUInt8(y * line + x));
  for (let y = 0; y < height; y++) {
    const filter = packed.readUInt8(y * (line + 1));
    for (let x = 0; x < line; x++) {
      const [left, up, corner] = [byte(x - depth, y), byte(x, y - 1), x < depth ? 0 : byte(x - depth, y - 1)];
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      bytes.writeUInt8((packed.readUInt8(y * (line + 1) + 1 + x) + guess) & 255, y * line + x);
    }
  }
  return { width, height, at: (x, y) => [byte(x * depth, y), byte(x * depth + 1, y), byte(x * depth + 2, y)] };
}

function* chunksOf(file: Buffer, wanted: string): Generator<Buffer> {
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString('latin1', at + 4, at + 8) === wanted) yield file.subarray(at + 8, at + 8 + length);
    at += length + 12;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}
