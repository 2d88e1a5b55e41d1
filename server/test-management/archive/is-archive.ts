const FILE_HEADER = Buffer.from('PK\x03\x04');
/** The signature of an archive without entries. */
const END_RECORD = Buffer.from('PK\x05\x06');

export const isArchive = (bytes: Buffer): boolean =>
  bytes.subarray(0, 4).equals(FILE_HEADER) || bytes.subarray(0, 4).equals(END_RECORD);
