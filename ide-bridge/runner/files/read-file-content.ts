import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { withinLimit } from '../../browser/limits/within-limit.ts';
import { decodeText } from './decode-text.ts';

const CHILD_FILE = fileURLToPath(new URL('./file-content-child.mjs', import.meta.url));
const MAX_HEAP_MB = 256;
const MOST_MS = 30_000;
/** Of a text that expressions can read. */
const MOST_CHARACTERS = 1_000_000;
/** Of a text whose rows or values are read. */
const MOST_PARSED = 5_000_000;

const Cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** `rows`: as lists, the first one with the names; `problem`: the second half of a sentence about what could not be read. */
const ReadParts = z.object({
  text: z.string().optional(),
  pages: z.number().optional(),
  rows: z.array(z.array(Cell)).optional(),
  problem: z.string().optional(),
});
type ReadParts = z.infer<typeof ReadParts>;

export interface FileContent extends ReadParts {
  /** Rows by the names of the first one. */
  records?: Readonly<Record<string, unknown>>[];
  json?: unknown;
  /** Where it is longer than `text` may be. */
  wholeText?: string;
}

interface ReadLimits {
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * What is in a file, as far as it can be read. PDF, XLSX and CSV are read in a process of their own, which ends with its
 * time limit or when it needs too much memory: files may mean harm. Errors: `stopped`.
 */
export async function readFileContent(
  { name, bytes }: { name: string; bytes: Uint8Array },
  limits: ReadLimits,
): Promise<FileContent> {
  const kind = kindOf(name, bytes);
  if (kind === 'pdf' || kind === 'xlsx') return withRecords(await readApart({ kind, bytes }, limits));
  const whole = decodeText(bytes);
  if (whole === undefined) return { problem: 'it is no text' };
  const content: FileContent = whole.length > MOST_CHARACTERS ? { wholeText: whole } : { text: whole };
  if (kind === 'text') return content;
  if (whole.length > MOST_PARSED) return { ...content, problem: `it has more than ${MOST_PARSED} characters` };
  if (kind === 'json') return { ...content, ...jsonOf(whole) };
  return { ...content, ...withRecords(await readApart({ kind, text: whole }, limits)) };
}

type FileKind = 'pdf' | 'xlsx' | 'csv' | 'json' | 'text';

function kindOf(name: string, bytes: Uint8Array): FileKind {
  if (startsWith(bytes, '%PDF-')) return 'pdf';
  if (startsWith(bytes, 'PK') && /\.xls[xm]$/i.test(name)) return 'xlsx';
  if (/\.(?:csv|tsv)$/i.test(name)) return 'csv';
  return /\.json$/i.test(name) ? 'json' : 'text';
}

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  Buffer.from(bytes.subarray(0, text.length)).toString('latin1') === text;

function jsonOf(text: string): FileContent {
  try {
    return { json: JSON.parse(text) };
  } catch {
    return { problem: 'it is no JSON' };
  }
}

/** Two columns of one name are one; a column without a name is called by its number. */
function withRecords(parts: ReadParts): FileContent {
  const [header, ...rows] = parts.rows ?? [];
  if (header === undefined) return parts;
  const names = header.map((cell, at) => (cell === null || cell === '' ? `column${at + 1}` : String(cell)));
  const records = rows.map(cells => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
  return { ...parts, records };
}

type FileQuestion = { kind: 'pdf' | 'xlsx'; bytes: Uint8Array } | { kind: 'csv'; text: string };

async function readApart(question: FileQuestion, { timeoutMs, signal }: ReadLimits): Promise<ReadParts> {
  const child = fork(CHILD_FILE, {
    // A file must not see the server's environment.
    env: {},
    execArgv: [`--max-old-space-size=${MAX_HEAP_MB}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
  });
  const late = new AppError('timeout', 'The file took too long to be read.');
  try {
    const ask = async (until: AbortSignal) => {
      const reply = Promise.race([
        once(child, 'message', { signal: until }).then(([message]) => ReadParts.parse(message)),
        once(child, 'exit', { signal: until }).then((): ReadParts => ({ problem: 'it needs too much memory' })),
      ]);
      child.send(question);
      return await reply;
    };
    return await withinLimit(ask, { signal, timeoutMs: Math.min(timeoutMs, MOST_MS), late: () => late });
  } catch (error) {
    if (error === late) return { problem: 'reading it took too long' };
    throw error;
  } finally {
    child.kill('SIGKILL');
  }
}
