import { crc32, deflateRawSync } from 'node:zlib';

/** A file for an archive. What is said of it besides name and bytes is for archives that are not as they should be. */
export interface ZipEntry {
  name: string;
  bytes: Buffer;
  /** Size that the archive claims. */
  claimedSize?: number;
  claimedCrc?: number;
  /** Bit 0: encrypted. */
  flags?: number;
  /** Of Unix, e.g. 0o120777 for a link. */
  mode?: number;
}

const UTF8_NAME = 0x800;
const DEFLATED = 8;
const MADE_BY_UNIX = 0x031e;
const VERSION_NEEDED = 20;
/** 1 January 2026, as MS-DOS counts. */
const DATE = (46 << 9) | (1 << 5) | 1;

/** Writes a zip archive as programs of Java do: deflated entries, names in UTF-8. */
export function writeZip(entries: readonly ZipEntry[]): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  const packed = new Map<Buffer, Buffer>();
  let offset = 0;
  for (const entry of entries) {
    const name = Buffer.from(entry.name);
    const content = packed.get(entry.bytes) ?? deflateRawSync(entry.bytes);
    packed.set(entry.bytes, content);
    const facts = factsOf(entry, content.length, name.length);
    const local = Buffer.concat([localHeader(facts), name, content]);
    locals.push(local);
    central.push(centralHeader(facts, entry.mode ?? 0o100_644, offset), name);
    offset += local.length;
  }
  const directory = Buffer.concat(central);
  return Buffer.concat([...locals, directory, endRecord(entries.length, directory.length, offset)]);
}

/** What both headers of an entry say, in this order. */
function factsOf(
  { bytes, claimedSize, claimedCrc, flags = 0 }: ZipEntry,
  packedSize: number,
  nameLength: number,
): Buffer {
  const facts = Buffer.alloc(26);
  facts.writeUInt16LE(VERSION_NEEDED, 0);
  facts.writeUInt16LE(UTF8_NAME | flags, 2);
  facts.writeUInt16LE(DEFLATED, 4);
  facts.writeUInt16LE(DATE, 8);
  facts.writeUInt32LE(claimedCrc ?? crc32(bytes), 10);
  facts.writeUInt32LE(packedSize, 14);
  facts.writeUInt32LE(claimedSize ?? bytes.length, 18);
  facts.writeUInt16LE(nameLength, 22);
  return facts;
}

const localHeader = (facts: Buffer): Buffer => Buffer.concat([Buffer.from('PK\x03\x04'), facts]);

function centralHeader(facts: Buffer, mode: number, offset: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(MADE_BY_UNIX);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((mode << 16) >>> 0, 6);
  rest.writeUInt32LE(offset, 10);
  return Buffer.concat([Buffer.from('PK\x01\x02'), madeBy, facts, rest]);
}

function endRecord(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}
