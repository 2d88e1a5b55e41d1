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

/** The newest thousand, in memory: after a crash a reply is made anew from the edits on disk. */
export class RememberedReplies {
  readonly #kept: Pick<KeptCalls, 'find'>;
  readonly #replies = new Map<string, Remembered>();

  constructor(kept: Pick<KeptCalls, 'find'>) {
    this.#kept = kept;
  }

  /** Repeats get the first reply, even a pending one; failed calls may be retried. Errors: `conflict` (key reused). */
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

/** Independent of the order of names. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    isRecord(item) ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1))) : item,
  );

interface CallRequest {
  actorId: string;
  key: string;
  tool: string;
  args: object;
}

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

  get name(): string {
    return this.identity.name;
  }

  /** For each edit on disk, JSON of a list that holds the result. */
  get results(): readonly string[] {
    return this.#results;
  }

  resume(results: readonly string[]): void {
    this.#results = results;
  }

  keep(results: readonly string[]): void {
    this.#results = results;
    this.#taken = results.length;
  }

  /** JSON of a list that holds the next edit's result; undefined when the edit is still to be made. */
  takeResult(): string | undefined {
    const result = this.#results[this.#taken];
    if (result !== undefined) this.#taken += 1;
    return result;
  }
}

const FOLDER = `${STATE_FOLDER}/${CALLS_FOLDER}`;
const FILE_NAME = /^(\d{1,12})\.json$/;

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
/** Smaller files are merged into the next one, so that there are few files. */
const SMALL_FILE = 50;

const pathOf = (number: number): string => `${FOLDER}/${number}.json`;

type CallFiles = Pick<ProjectFiles, 'list' | 'readText' | 'forget'>;

/** A record is written together with its edit: a call that is repeated after a crash is not done twice. */
export class KeptCalls {
  readonly #files: CallFiles;
  readonly #calls = new Map<string, KeptCall>();
  #read: Promise<void> | undefined;
  #kept: CallFile[] = [];
  #number = 0;

  constructor(files: CallFiles) {
    this.#files = files;
  }

  /** Also finds tries that failed after some of their edits. */
  async find(name: string): Promise<KeptCall | undefined> {
    this.#read ??= this.#readAll().catch((error: unknown) => {
      this.#read = undefined;
      throw error;
    });
    await this.#read;
    return this.#calls.get(name);
  }

  /** `changes` belong to the write of the edits; call `written` after it. */
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

  /** A crash before the old files are dropped leaves a harmless duplicate. */
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

  /** Undefined for a damaged file, which stays as it is. */
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
