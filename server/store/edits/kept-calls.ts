import { z } from 'zod';
import { isAppError } from '../../../model/errors/errors.ts';
import type { FileChange } from '../files/journal.ts';
import { parseJson } from '../files/parse-json.ts';
import { CALLS_FOLDER, type ProjectFiles } from '../files/project-files.ts';
import type { KeyedCall } from './keyed-call.ts';
import { parseFile, STATE_FOLDER } from './stored.ts';

const FOLDER = `${STATE_FOLDER}/${CALLS_FOLDER}`;
const FILE_NAME = /^(\d{1,12})\.json$/;

/** What the edits of one call came to. */
const KeptCall = z.strictObject({
  name: z.string().describe('Who made it, and under which key'),
  digest: z.string().describe('Of tool and arguments, which may hold secrets'),
  results: z.array(z.string()).describe('JSON of a list with the result, for each of its edits'),
});
type KeptCall = z.infer<typeof KeptCall>;

const CallsFile = z.strictObject({ format: z.literal(1), calls: z.array(KeptCall) });

interface CallFile {
  number: number;
  calls: readonly KeptCall[];
}

export const MOST_KEPT = 1_000;
/** A file with fewer calls is written anew with the next ones, so that there are few files. */
const SMALL_FILE = 50;

const pathOf = (number: number): string => `${FOLDER}/${number}.json`;

type Files = Pick<ProjectFiles, 'list' | 'readText' | 'forget'>;

/**
 * What calls with an idempotency key did, on disk: a record is written together with the edit it tells of, so that a
 * call that comes again after a crash is not done twice. The newest thousand.
 */
export class KeptCalls {
  readonly #files: Files;
  readonly #calls = new Map<string, KeptCall>();
  #read: Promise<void> | undefined;
  #kept: CallFile[] = [];
  /** The highest of any file that is there. */
  #number = 0;

  constructor(files: Files) {
    this.#files = files;
  }

  /** What an earlier process, or a try that failed later on, did of a call. */
  async find(name: string): Promise<KeptCall | undefined> {
    this.#read ??= this.#readAll().catch((error: unknown) => {
      this.#read = undefined;
      throw error;
    });
    await this.#read;
    return this.#calls.get(name);
  }

  /** The record of edits that are about to be written, as one more file of the same write; `written` follows once it is. */
  plan(calls: readonly { call: KeyedCall; result: unknown }[]): { changes: FileChange[]; written(): Promise<void> } {
    if (calls.length === 0) return { changes: [], written: async () => {} };
    const added = new Map<string, KeptCall>();
    for (const { call, result } of calls) {
      const before = added.get(call.name)?.results ?? call.results;
      added.set(call.name, { ...call.identity, results: [...before, JSON.stringify([result])] });
    }
    const newest = this.#kept.at(-1);
    const joined = newest !== undefined && newest.calls.length < SMALL_FILE ? newest : undefined;
    const old = (joined?.calls ?? []).filter(({ name }) => !added.has(name));
    const file = { number: this.#number + 1, calls: [...old, ...added.values()] };
    const text = `${JSON.stringify({ format: 1, calls: file.calls })}\n`;
    return {
      changes: [{ path: pathOf(file.number), text }],
      written: async () => {
        for (const { call } of calls) call.keep(added.get(call.name)?.results ?? []);
        await this.#take(file, joined);
      },
    };
  }

  /** What it stands in for is dropped, and what is too old; a crash before that leaves a record twice, which is harmless. */
  async #take(file: CallFile, joined: CallFile | undefined): Promise<void> {
    this.#kept.push(file);
    this.#number = file.number;
    this.#index(file.calls);
    const dropped = joined === undefined ? [] : [joined];
    let left = this.#kept.reduce((sum, { calls }) => sum + calls.length, 0) - (joined?.calls.length ?? 0);
    for (const old of this.#kept) {
      if (old === joined) continue;
      if (left - old.calls.length < MOST_KEPT) break;
      left -= old.calls.length;
      dropped.push(old);
    }
    this.#kept = this.#kept.filter(kept => !dropped.includes(kept));
    await this.#files.forget(dropped.map(({ number }) => pathOf(number)));
  }

  #index(calls: readonly KeptCall[]): void {
    for (const call of calls) {
      this.#calls.delete(call.name);
      this.#calls.set(call.name, call);
    }
    for (const name of this.#calls.keys()) {
      if (this.#calls.size <= MOST_KEPT) return;
      this.#calls.delete(name);
    }
  }

  async #readAll(): Promise<void> {
    const entries = await this.#files.list(FOLDER);
    const numbers = entries.flatMap(({ name }) => FILE_NAME.exec(name)?.[1] ?? []).map(Number);
    const kept: CallFile[] = [];
    for (const number of numbers.sort((one, other) => one - other)) {
      const calls = await this.#readOne(pathOf(number));
      if (calls !== undefined) kept.push({ number, calls });
    }
    this.#kept = kept;
    this.#number = numbers.at(-1) ?? 0;
    for (const { calls } of kept) this.#index(calls);
  }

  /** Undefined of one that is damaged: it tells nothing, and stays as it is. */
  async #readOne(path: string): Promise<readonly KeptCall[] | undefined> {
    try {
      const text = await this.#files.readText(path);
      if (text === undefined) return [];
      return parseFile(CallsFile, { path, json: parseJson(text, { file: path }) }).calls;
    } catch (error) {
      if (isAppError(error, 'damaged-file')) return undefined;
      throw error;
    }
  }
}
