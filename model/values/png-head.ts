const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
/** Signature and header of a PNG. */
const HEAD_BYTES = 33;

/** Size in pixels; undefined for bytes that do not begin as a PNG image. */
export function pngSize(bytes: Uint8Array): { width: number; height: number } | undefined {
  if (bytes.length < HEAD_BYTES || SIGNATURE.some((byte, at) => bytes[at] !== byte)) return undefined;
  const head = new DataView(bytes.buffer, bytes.byteOffset, HEAD_BYTES);
  return { width: head.getUint32(16), height: head.getUint32(20) };
}

/** Beyond this a picture takes too much memory to be compared. */
export const MOST_PIXELS = 40_000_000;
