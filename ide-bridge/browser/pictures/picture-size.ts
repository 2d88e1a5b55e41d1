/** Width and height in pixels, as the head of a PNG or JPEG file says. */
export function pictureSize(bytes: Buffer): { width: number; height: number } {
  if (bytes.readUInt32BE(0) === PNG_SIGNATURE) return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let offset = 2;
  while (!FRAME_MARKERS.test(String.fromCharCode(bytes.readUInt8(offset + 1)))) {
    offset += 2 + bytes.readUInt16BE(offset + 2);
  }
  return { width: bytes.readUInt16BE(offset + 7), height: bytes.readUInt16BE(offset + 5) };
}

const PNG_SIGNATURE = 0x89_50_4e_47;

/** SOF0 to SOF15 of JPEG, without the markers in between that mean something else. */
const FRAME_MARKERS = /[\xc0-\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]/;
