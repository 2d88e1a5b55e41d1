import { createHash } from 'node:crypto';
import { z } from 'zod';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { isRecord } from '../../../model/values/json-value.ts';
import type { FileChange } from '../files/commit-changes.ts';
import { parseJson } from '../files/parse-json.ts';
import { CALLS_FOLDER, type ProjectFiles } from '../files/project-files.ts';
import { parseFile } from './parse-file.ts';
import { STATE_FOLDER } from './stored.ts';

interface Remembered {
  digest: string;
  reply: Promise<unknown>;
}

/**
 * The replies to calls that carried an idempotency key: the newest thousand, in memory. What such calls did is on disk:
 * after a crash the reply is made anew from that.
 */
export class RememberedReplies {
  readonly #kept: Pick<KeptCalls, 'find'>;
  readonly #replies = new Map<string, Remembered>();

  constructor(kept: Pick<KeptCalls, 'find'>) {
    this.#kept = kept;
  }

  /**
   * Performs a call once: the same call again gets the first reply, also while that is still on its way. A call that
   * failed may be tried again. Errors: `conflict` when the key came with another call before.
   */
  async once<Reply>(call: KeyedCall, perform: () => Promise<Reply>): Promise<unknown> {
    const known = this.#replies.get(call.name);
    if (known === undefined) return this.#perform(call, perform);
    this.#checkSame(call, known.digest);
    return known.reply;
  }

  #perform<Reply>(call: KeyedCall, perform: () => Promise<Reply>): Promise<Reply> {
    const reply = this.#resume(call, perform);
    this.#replies.set(call.name, { digest: call.identity.digest, reply });
    reply.catch(() => this.#replies.delete(call.name));
    const [oldest] = this.#replies.keys();
    if (this.#replies.size > MOST_KEPT && oldest !== undefined) this.#replies.delete(oldest);
    return reply;
  }

  /** Edits of the call that are on disk are not made again: it gets what they came to. */
  async #resume<Reply>(call: KeyedCall, perform: () => Promise<Reply>): Promise<Reply> {
    const kept = await this.#kept.find(call.name);
    if (kept !== undefined) {
      this.#checkSame(call, kept.digest);
      call.resume(kept.results);
    }
    return perform();
  }

  #checkSame({ name, identity }: KeyedCall, digest: string): void {
    if (digest === identity.digest) return;
    const [, key] = JSON.parse(name);
    const message = `The idempotencyKey "${key}" was used for another call before; use a new key for each call.`;
    throw new AppError('conflict', message, { field: 'idempotencyKey' });
  }
}

/** The same text for the same arguments, whatever the order of their names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1))) : item,
  );

interface CallRequest {
  actorId: string;
  /** Chosen by the caller, for one call and its repetitions. */
  key: string;
  tool: string;
  args: object;
}

/** A call that carries an idempotency key, and how much of it was done before. */
export class KeyedCall {
  readonly identity: Readonly<{ name: string; digest: string }>;
  #results: readonly string[] = [];
  #taken = 0;

  constructor({ actorId, key, tool, args }: CallRequest) {
    const digest = createHash('sha256')
      .update(`${tool} ${canonical(args)}`)
      .digest('hex');
    this.identity = { name: JSON.stringify([actorId, key]), digest };
  }

  /** Names the actor and its key. */
  get name(): string {
    return this.identity.name;
  }

  /** JSON of a list with the result, for each edit that is on disk. */
  get results(): readonly string[] {
    return this.#results;
  }

  /** Notes what is on disk of it. */
  resume(results: readonly string[]): void {
    this.#results = results;
  }

  /** Notes what has just come to the disk. */
  keep(results: readonly string[]): void {
    this.#results = results;
    this.#taken = results.length;
  }

  /** Returns the next edit's result, as JSON of a list, if it is on disk; undefined when it is to be made. */
  takeResult(): string | undefined {
    const result = this.#results[this.#taken];
    if (result !== undefined) this.#taken += 1;
    return result;
  }
}

const FOLDER = `${STATE_FOLDER}/${CALLS_FOLDER}`;
const FILE_NAME = /^(\d{1,12})\.json$/;

/** The outcome of a call's edits. */
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

const MOST_KEPT = 1_000;
/** A file with fewer calls is written again with the next ones, so that there are few files. */
const SMALL_FILE = 50;

const pathOf = (number: number): string => `${FOLDER}/${number}.json`;

type CallFiles = Pick<ProjectFiles, 'list' | 'readText' | 'forget'>;

/**
 * Stores the edits of calls with an idempotency key: a record is written together with its edit, so that a call
 * repeated after a crash is not done twice. Keeps the newest thousand.
 */
export class KeptCalls {
  readonly #files: CallFiles;
  readonly #calls = new Map<string, KeptCall>();
  #read: Promise<void> | undefined;
  #kept: CallFile[] = [];
  /** The highest of any file that is there. */
  #number = 0;

  constructor(files: CallFiles) {
    this.#files = files;
  }

  /** Finds what an earlier process, or an earlier try that failed later on, did for a call. */
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

  /** The records it replaces are dropped, and what is too old; a crash before that leaves a harmless duplicate. */
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
