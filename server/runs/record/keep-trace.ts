import { isUtf8 } from 'node:buffer';
import { type FileHandle, open, readFile, rename, rm } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import type { Zip, ZipInputFile } from 'fflate';
import { AppError } from '../../../model/errors/errors.ts';
import type { TraceFile } from '../../../model/protocol/bridge.ts';
import { isCredentialHeader } from '../../../model/values/credentials.ts';
import { isRecord } from '../../../model/values/json-value.ts';
import { REDACTED, type Redactor, redactDeep, unlessSame, unlessSameEntries } from '../../../model/values/redactor.ts';
import { PRIVATE_FILE } from '../../store/files/file-system.ts';
import type { WriteGuard } from './keep-run-files.ts';

/** A run must not fill the disk. */
const MOST_BYTES = 200_000_000;
/** Masked before the event loop gets a turn. */
const PORTION_BYTES = 200_000;
/** Files that are compressed already. */
const PACKED = /\.(?:png|jpe?g|gif|webp|avif|woff2?|mp4|webm|zip|gz)$/i;
/** Stack traces and sources of the service are no part of what a run did. */
const LEFT_OUT = /\.stacks$|^src\//;

interface RunTraceFileOptions {
  path: string;
  redact: Redactor;
  guard: WriteGuard;
}

/** One archive for all items, masked; it exists once `end` has resolved, if anything was kept. */
export class RunTraceFile {
  readonly #options: RunTraceFileOptions;
  #last: Promise<void> = Promise.resolve();
  #archive: TraceArchive | undefined;
  #count = 0;
  readonly #names = new Set<string>();

  constructor(options: RunTraceFileOptions) {
    this.#options = options;
  }

  /** The files may be removed once it has resolved. */
  async add(files: readonly TraceFile[]): Promise<void> {
    const { guard } = this.#options;
    this.#count += 1;
    const wanted = files.flatMap(({ name, path }) => {
      if (LEFT_OUT.test(name)) return [];
      const own = name.startsWith('trace.') ? `${this.#count}-${name}` : name;
      return this.#names.has(own) ? [] : [{ name: own, path }];
    });
    await guard('the pages of a test', async () => {
      const read = await Promise.all(wanted.map(async ({ name, path }) => ({ name, bytes: await readFile(path) })));
      this.#last = this.#last.then(() => guard('the pages of a test', () => this.#pack(read)));
    });
  }

  async end(): Promise<void> {
    await this.#last;
    await this.#options.guard('its pages', async () => this.#archive?.close());
  }

  async #pack(files: readonly { name: string; bytes: Uint8Array }[]): Promise<void> {
    const { path, redact } = this.#options;
    const { Zip: Packer } = await import('fflate');
    this.#archive ??= await TraceArchive.open(path, add => new Packer(add));
    for (const { name, bytes } of files) {
      // Items have files in common, which are stored once.
      if (this.#names.has(name)) continue;
      this.#names.add(name);
      await nextTurn();
      await this.#archive.add(name, await maskTraceFile(name, bytes, redact));
    }
  }
}

const packed = promisify(deflateRaw);
/** Compression methods of the zip format. */
const STORED = 0;
const DEFLATED = 8;

type PackerSink = NonNullable<Zip['ondata']>;

/** Written in pieces: a long run takes no more memory than one of its items. */
class TraceArchive {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #zip: Zip;
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  private constructor(path: string, file: FileHandle, make: (add: PackerSink) => Zip) {
    this.#path = path;
    this.#file = file;
    this.#zip = make((error, chunk) => {
      if (error !== null) throw error;
      this.#chunks.push(chunk);
    });
  }

  static async open(path: string, make: (add: PackerSink) => Zip): Promise<TraceArchive> {
    return new TraceArchive(path, await open(`${path}.part`, 'w', PRIVATE_FILE), make);
  }

  async add(filename: string, bytes: Uint8Array): Promise<void> {
    if (this.#bytes > MOST_BYTES) throw new AppError('too-large', 'The pages of the run are over 200 MB.');
    const isPacked = PACKED.test(filename);
    const content = isPacked ? bytes : await packed(bytes);
    const entry: ZipInputFile = {
      filename,
      compression: isPacked ? STORED : DEFLATED,
      size: bytes.length,
      crc: crc32(bytes),
    };
    this.#zip.add(entry);
    entry.ondata?.(null, new Uint8Array(content), true);
    await this.#write();
  }

  async close(): Promise<void> {
    try {
      this.#zip.end();
      await this.#write();
      await this.#file.close();
      await rename(`${this.#path}.part`, this.#path);
    } catch (error) {
      await this.#file.close().catch(() => {});
      await rm(`${this.#path}.part`, { force: true });
      throw error;
    }
  }

  async #write(): Promise<void> {
    const chunks = this.#chunks;
    this.#chunks = [];
    for (const chunk of chunks) {
      this.#bytes += chunk.length;
      await this.#file.appendFile(chunk);
    }
  }
}

const TEXT = /\.(?:html?|css|m?js|json|xml|svg|txt|csv|dat|xhtml)$/i;
const TYPED = '__playwright_value_';
const PASSWORD = /"type":"password"/i;

/** A file type that a page names may be wrong, hence the look at the bytes. */
async function maskTraceFile(name: string, bytes: Uint8Array, changing: Redactor): Promise<Uint8Array> {
  const redact = changing.now?.() ?? changing;
  if (name.endsWith('.network')) return maskLines(bytes, line => maskRequest(line, redact));
  if (name.endsWith('.trace')) return maskLines(bytes, line => maskEvent(line, redact));
  if (!TEXT.test(name) && !isUtf8(bytes)) return bytes;
  const text = decode(bytes);
  const safe = redact(text);
  return safe === text ? bytes : encode(safe);
}

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

async function maskLines(bytes: Uint8Array, mask: (line: string) => string): Promise<Uint8Array> {
  const lines: string[] = [];
  let left = PORTION_BYTES;
  for (const line of decode(bytes).split('\n')) {
    lines.push(line === '' ? line : mask(line));
    left -= line.length;
    if (left > 0) continue;
    await nextTurn();
    left = PORTION_BYTES;
  }
  return encode(lines.join('\n'));
}

/** What is typed into password fields is masked, whether or not it is a known secret. */
function maskEvent(line: string, redact: Redactor): string {
  if (!PASSWORD.test(line) || !line.includes(TYPED)) return maskEventText(line, redact);
  const event: unknown = JSON.parse(line);
  hidePasswords(event);
  return maskEventText(JSON.stringify(event), redact);
}

/** Most events hold nothing secret and are not parsed. */
function maskEventText(text: string, redact: Redactor): string {
  if (redact(text) === text) return text;
  return JSON.stringify(redactEvent(JSON.parse(text), redact));
}

/** Fields that hold a trace together and are never secret. */
const STRUCTURE: ReadonlySet<string> = new Set([
  'type',
  'class',
  'method',
  'callId',
  'parentId',
  'pageId',
  'contextId',
  'frameId',
  'mainFrameId',
  'snapshotName',
  'beforeSnapshot',
  'afterSnapshot',
  'inputSnapshot',
  'sha1',
  '_sha1',
]);

function redactEvent(value: unknown, redact: Redactor): unknown {
  if (Array.isArray(value)) return unlessSame(value, item => redactEvent(item, redact));
  if (!isRecord(value)) return redactDeep(value, redact);
  return unlessSameEntries(value, (item, key) => (STRUCTURE.has(key) ? item : redactEvent(item, redact)));
}

function hidePasswords(event: unknown): void {
  forEachRecord(event, record => {
    const { type } = record;
    if (typeof type !== 'string' || type.toLowerCase() !== 'password') return;
    for (const name of [TYPED, 'value']) if (record[name]) Object.assign(record, { [name]: REDACTED });
  });
}

/** Cookies and headers that sign in are masked whatever they hold. */
function maskRequest(line: string, redact: Redactor): string {
  const event: unknown = JSON.parse(line);
  hideCredentials(event);
  return maskEventText(JSON.stringify(event), redact);
}

function hideCredentials(event: unknown): void {
  forEachRecord(event, record => {
    if (Array.isArray(record.headers)) Object.assign(record, { headers: record.headers.map(maskHeader) });
    if (Array.isArray(record.cookies)) Object.assign(record, { cookies: [] });
  });
}

function forEachRecord(value: unknown, visit: (record: Readonly<Record<string, unknown>>) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (isRecord(value)) visit(value);
  for (const item of Object.values(value)) forEachRecord(item, visit);
}

const maskHeader = (header: unknown): unknown =>
  isRecord(header) && typeof header.name === 'string' && isCredentialHeader(header.name)
    ? { ...header, value: REDACTED }
    : header;
