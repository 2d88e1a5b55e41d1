import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib';
import { systemCode } from '../../store/files/file-system.ts';

type Decode = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

/** What servers call deflate comes with the header of zlib, or without. */
const deflate: Decode = (bytes, options) => {
  const [first = 0, second = 0] = bytes;
  const hasHeader = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  return promisify(hasHeader ? inflate : inflateRaw)(bytes, options);
};

const DECODERS: ReadonlyMap<string, Decode> = new Map([
  ['gzip', promisify(gunzip)],
  ['x-gzip', promisify(gunzip)],
  ['br', promisify(brotliDecompress)],
  ['deflate', deflate],
]);
const MOST_LAYERS = 4;

interface Encoded {
  /** As the header says: in the order in which they were applied. */
  encoding: string | undefined;
  bytes: Buffer;
  mostBytes: number;
}

type Decoded = { kind: 'bytes'; bytes: Buffer } | { kind: 'too-large' } | { kind: 'unreadable'; encoding: string };

const layersOf = (encoding = ''): string[] =>
  encoding
    .toLowerCase()
    .split(',')
    .map(layer => layer.trim())
    .filter(layer => layer !== '' && layer !== 'identity');

/** The encoding of an answer that cannot be read, before its body has come. */
export function unknownEncoding(encoding: string | undefined): string | undefined {
  const layers = layersOf(encoding);
  return layers.every(layer => DECODERS.has(layer)) && layers.length <= MOST_LAYERS ? undefined : layers.join(', ');
}

/** Some servers and proxies pack what they send, asked or not. No layer may be larger than `mostBytes`. */
export async function decodeBody({ encoding, bytes, mostBytes }: Encoded): Promise<Decoded> {
  let current = bytes;
  for (const layer of layersOf(encoding).toReversed()) {
    // An answer without a body has nothing to unpack, whatever its headers say.
    if (current.length === 0) break;
    try {
      current = (await DECODERS.get(layer)?.(current, { maxOutputLength: mostBytes })) ?? current;
    } catch (error) {
      if (systemCode(error) === 'ERR_BUFFER_TOO_LARGE') return { kind: 'too-large' };
      return { kind: 'unreadable', encoding: layer };
    }
  }
  return { kind: 'bytes', bytes: current };
}
