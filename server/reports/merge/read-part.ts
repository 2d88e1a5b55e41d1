import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { AttachmentContentEncoding, type Envelope } from '@cucumber/messages';
import { AppError } from '../../../model/errors/errors.ts';
import type { PartOfRun } from '../../../model/run/merge-runs.ts';
import { Run } from '../../../model/run/run.ts';
import type { RunMachine } from '../../runs/messages/machine.ts';
import { isModule } from '../../runs/messages/module-uri.ts';
import { systemCode } from '../../store/files/file-system.ts';
import { BLOB_FILE, BLOB_MEDIA_TYPE, BlobFile, filesNamedIn, isNameOfFile, MESSAGES_OF_BLOB } from './blob-file.ts';

export interface ReportedPart extends PartOfRun, Pick<BlobFile, 'keyPrefix' | 'issueUrl'> {
  /** By path. */
  features: ReadonlyMap<string, string>;
  machine: RunMachine | undefined;
  /** By name in the run's folder. */
  files: ReadonlyMap<string, Uint8Array>;
}

const MOST_BYTES = 1_000_000_000;

/** Errors: `invalid-params`, naming the file and why. */
export async function readPart(path: string, name: string): Promise<ReportedPart> {
  const bytes = await readFile(path).catch((cause: unknown) => {
    throw fault(name, `cannot be read (${systemCode(cause) ?? 'unknown'})`, cause);
  });
  const isArchive = bytes.subarray(0, 2).toString('latin1') === 'PK';
  return isArchive ? readArchive(bytes, name) : readMessages(bytes.toString('utf8'), name);
}

const fault = (name: string, reason: string, cause?: unknown): AppError =>
  new AppError('invalid-params', `${name} ${reason}.`, {
    field: 'files',
    expected: 'files of the reporter blob, or those that messages wrote with --shard',
    cause,
  });

async function readArchive(bytes: Uint8Array, name: string): Promise<ReportedPart> {
  const { unzipSync } = await import('fflate');
  let size = 0;
  const isWanted = (file: { name: string; originalSize: number }) => {
    if (file.name !== BLOB_FILE && file.name !== MESSAGES_OF_BLOB && !isNameOfFile(file.name)) return false;
    size += file.originalSize;
    if (size > MOST_BYTES) throw fault(name, 'holds over 1 GB, which is too much');
    return true;
  };
  const files = new Map(Object.entries(unpacked(() => unzipSync(bytes, { filter: isWanted }), name)));
  const [blob, messages] = [files.get(BLOB_FILE), files.get(MESSAGES_OF_BLOB)];
  if (blob === undefined || messages === undefined) throw fault(name, 'is no report of the reporter blob');
  const decoder = new TextDecoder();
  files.delete(BLOB_FILE);
  files.delete(MESSAGES_OF_BLOB);
  const { format: _format, ...about } = readBlob(decoder.decode(blob), name);
  return { name, ...about, files, ...partsOf(envelopesIn(decoder.decode(messages), name)) };
}

function unpacked<Result>(unpack: () => Result, name: string): Result {
  try {
    return unpack();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw fault(name, 'is no archive that can be read', cause);
  }
}

function readBlob(text: string, name: string): BlobFile {
  const blob = BlobFile.safeParse(parsed(text, name));
  if (blob.success) return blob.data;
  throw fault(
    name,
    'holds a run that this release cannot read; make and merge reports with the same release',
    blob.error,
  );
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw fault(name, 'cannot be read: it is neither an archive nor messages', cause);
  }
}

/** Steploom has written the messages, so their content is not checked. */
function envelopesIn(text: string, name: string): Envelope[] {
  const read = (line: string): Envelope => {
    const envelope: Envelope = JSON.parse(line);
    return envelope;
  };
  try {
    return text
      .split('\n')
      .filter(line => line.trim() !== '')
      .map(read);
  } catch (cause) {
    throw fault(name, 'cannot be read: it is neither an archive nor messages', cause);
  }
}

function readMessages(text: string, name: string): ReportedPart {
  const envelopes = envelopesIn(text, name);
  const attachments = envelopes.flatMap(({ attachment }) => attachment ?? []);
  const own = attachments.find(({ mediaType }) => mediaType === BLOB_MEDIA_TYPE);
  if (own === undefined) throw fault(name, 'tells of no part of a run: messages do so only with --shard');
  const { format: _format, ...about } = readBlob(own.body, name);
  const bodies = new Map(
    attachments.flatMap(({ fileName, body, contentEncoding }): [string, string][] =>
      fileName === undefined || contentEncoding !== AttachmentContentEncoding.BASE64 ? [] : [[fileName, body]],
    ),
  );
  const files = filesNamedIn(about.run).flatMap((file): [string, Uint8Array][] => {
    const body = bodies.get(basename(file));
    return body === undefined ? [] : [[file, Buffer.from(body, 'base64')]];
  });
  return { name, ...about, files: new Map(files), ...partsOf(envelopes) };
}

function partsOf(envelopes: readonly Envelope[]): Pick<ReportedPart, 'features' | 'machine'> {
  const sources = envelopes.flatMap(({ source }) => (source === undefined || isModule(source.uri) ? [] : [source]));
  const meta = envelopes.find(envelope => envelope.meta !== undefined)?.meta;
  const { implementation, runtime, os, cpu } = meta ?? {};
  return {
    features: new Map(sources.map(({ uri, data }) => [uri, data])),
    machine: meta && {
      steploom: implementation?.version ?? '',
      node: runtime?.version ?? '',
      platform: os?.name ?? '',
      platformRelease: os?.version ?? '',
      processor: cpu?.name ?? '',
    },
  };
}

/** Files of several parts have the same names, so each part gets names of its own. */
export function withOwnFiles(part: ReportedPart, index: number): Pick<ReportedPart, 'run' | 'files'> {
  const nameIn = (name: string) => name.replace('/', `/part${index}-`);
  const renamed = (_key: string, value: unknown) =>
    typeof value === 'string' && part.files.has(value) ? nameIn(value) : value;
  return {
    run: Run.parse(JSON.parse(JSON.stringify(part.run), renamed)),
    files: new Map([...part.files].map(([name, bytes]) => [nameIn(name), bytes])),
  };
}
