import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { isAppError } from '../../../model/errors/errors.ts';
import { codeNumber, RunId, VersionId } from '../../../model/names/codes.ts';
import { Incident } from '../../../model/run/incidents.ts';
import { isScenarioKey } from '../../../model/run/item-title.ts';
import { ItemState } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { PRIVATE_FILE, requireOwnFolder, systemCode } from '../../store/files/file-system.ts';
import type { ItemEnd, RunEnds } from './run-ends.ts';

const FILE = 'last-states.json';
const MOST_OF_MESSAGE = 400;
/** Of each test so many of its last runs are told. */
export const MOST_RUNS = 20;

const LastState = z.strictObject({
  state: ItemState,
  runId: RunId,
  startedAt: z.string(),
  message: z.string().optional(),
  incidents: z.array(Incident).optional(),
});
/** `runId` is that of a run which may have been pruned since; `message` says why it failed. */
export type LastState = z.infer<typeof LastState>;

/** By the codes of tests and the keys of scenarios and example rows. */
type StatesByKey = ReadonlyMap<string, LastState>;

const RecentEnd = z.strictObject({
  runId: RunId,
  state: ItemState,
  ms: z.number(),
  isAgain: z.literal(true).optional(),
  isByPicture: z.literal(true).optional(),
});
/** How a test ended in one run: fields as in `ItemEnd`. */
export type RecentEnd = z.infer<typeof RecentEnd>;

const KnownEnds = z.strictObject({
  last: LastState.optional(),
  /** A later run, in which it was stopped. */
  stoppedIn: RunId.optional(),
  /** Of tests: in stored runs, newest first. */
  recent: z.array(RecentEnd).optional(),
});
type KnownEnds = z.infer<typeof KnownEnds>;

const CountedRun = z.strictObject({ versionId: VersionId, startedAt: z.string() });
type CountedRun = z.infer<typeof CountedRun>;

const FileContent = z.strictObject({
  format: z.literal(2),
  /** Those that are counted already. */
  runs: z.record(RunId, CountedRun),
  versions: z.record(VersionId, z.record(z.string(), KnownEnds)),
});

/** Had nothing but last states. */
const EarlierContent = z.strictObject({
  format: z.literal(1),
  runs: z.array(RunId),
  versions: z.record(VersionId, z.record(z.string(), LastState)),
});

interface Index {
  runs: Map<RunId, CountedRun>;
  versions: Map<VersionId, Map<string, KnownEnds>>;
}

export interface EndsOfVersion {
  /** The stored runs. */
  runs: ReadonlyMap<RunId, CountedRun>;
  ends: ReadonlyMap<string, KnownEnds>;
}

interface StoredRuns {
  folder: string;
  /** Newest first. */
  list(): Promise<RunId[]>;
  ends(runId: RunId): Promise<RunEnds | undefined>;
}

/**
 * How each test and scenario ended last, however long ago, and each test in its last runs that are stored. Reading
 * hundreds of runs for that takes long, and old ones are pruned, so it is kept in a file beside them. Where that is
 * missing or damaged, it is made anew of the stored runs.
 */
export class LastStates {
  readonly #runs: StoredRuns;
  #index: Index | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(runs: StoredRuns) {
    this.#runs = runs;
  }

  async of(versionId: VersionId): Promise<StatesByKey> {
    const { ends } = await this.endsIn(versionId);
    return new Map([...ends].flatMap(([key, { last }]) => (last === undefined ? [] : [[key, last] as const])));
  }

  endsIn(versionId: VersionId): Promise<EndsOfVersion> {
    return this.#inTurn(async () => {
      const { index, underWay } = await this.#upToDate();
      const runs = new Map([...index.runs].filter(([, run]) => run.versionId === versionId));
      const ends = new Map(index.versions.get(versionId));
      for (const run of underWay) {
        if (run.versionId !== versionId) continue;
        runs.set(run.runId, run);
        take(ends, run);
      }
      return { runs, ends };
    });
  }

  /** Counts the runs that have ended since. */
  update(): Promise<void> {
    return this.#inTurn(async () => {
      await this.#upToDate();
    });
  }

  /** For a run that was deleted, not pruned: what it was about ended last in a run before it. */
  forget(runId: RunId): Promise<void> {
    return this.#inTurn(async () => {
      const index = await this.#read();
      index.runs.delete(runId);
      const open = new Map([...index.versions].map(([versionId, known]) => [versionId, withdraw(known, runId)]));
      const older = (await this.#runs.list()).filter(id => codeNumber(id) < codeNumber(runId));
      for (const id of older) {
        if ([...open.values()].every(keys => keys.size === 0)) break;
        const ends = await this.#runs.ends(id);
        const keys = ends && open.get(ends.versionId);
        if (ends !== undefined && keys !== undefined) take(knownIn(index, ends.versionId), ends, keys);
      }
      await this.#write(index);
    });
  }

  #inTurn<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => {});
    return done;
  }

  async #upToDate(): Promise<{ index: Index; underWay: RunEnds[] }> {
    const ids = await this.#runs.list();
    // Numbers begin again where all runs were removed by hand.
    const index = ids.length === 0 ? EMPTY() : await this.#read();
    this.#index = index;
    const stored = new Set(ids);
    const gone = new Set([...index.runs.keys()].filter(id => !stored.has(id)));
    forgetRuns(index, gone);
    const underWay: RunEnds[] = [];
    let count = 0;
    for (const id of ids.filter(id => !index.runs.has(id))) {
      const ends = await this.#runs.ends(id);
      if (ends === undefined) continue;
      if (!isFinal(ends.state)) underWay.push(ends);
      else {
        const { versionId, startedAt } = ends;
        take(knownIn(index, versionId), ends);
        index.runs.set(id, { versionId, startedAt });
        count += 1;
      }
      await nextTurn();
    }
    if (count + gone.size > 0) await this.#write(index);
    return { index, underWay };
  }

  async #read(): Promise<Index> {
    this.#index ??= await readIndex(join(this.#runs.folder, FILE));
    return this.#index;
  }

  /** Without the file, the next process reads all runs again. */
  async #write({ runs, versions }: Index): Promise<void> {
    const path = join(this.#runs.folder, FILE);
    const part = `${path}.${process.pid}.part`;
    const known = Object.fromEntries([...versions].map(([id, ends]) => [id, Object.fromEntries(ends)]));
    const content: z.infer<typeof FileContent> = { format: 2, runs: Object.fromEntries(runs), versions: known };
    try {
      await requireOwnFolder(this.#runs.folder);
      await writeFile(part, JSON.stringify(content), { mode: PRIVATE_FILE });
      await rename(part, path);
    } catch (error) {
      if (!isAppError(error) && systemCode(error) === undefined) throw error;
    }
  }
}

const EMPTY = (): Index => ({ runs: new Map(), versions: new Map() });

async function readIndex(path: string): Promise<Index> {
  try {
    const json: unknown = JSON.parse(await readFile(path, 'utf8'));
    const earlier = EarlierContent.safeParse(json);
    return earlier.success ? indexOfEarlier(earlier.data) : indexOf(FileContent.parse(json));
  } catch {
    return EMPTY();
  }
}

const indexOf = ({ runs, versions }: z.infer<typeof FileContent>): Index => ({
  runs: new Map(Object.entries(runs).map(([id, run]) => [RunId.parse(id), run])),
  versions: new Map(Object.entries(versions).map(([id, ends]) => [VersionId.parse(id), new Map(Object.entries(ends))])),
});

/** Stored runs are counted again, for what else they tell. */
const indexOfEarlier = ({ versions }: z.infer<typeof EarlierContent>): Index => ({
  runs: new Map(),
  versions: new Map(
    Object.entries(versions).map(([id, states]) => [
      VersionId.parse(id),
      new Map(Object.entries(states).map(([key, last]) => [key, { last }])),
    ]),
  ),
});

function knownIn({ versions }: Index, versionId: VersionId): Map<string, KnownEnds> {
  const known = versions.get(versionId) ?? new Map<string, KnownEnds>();
  versions.set(versionId, known);
  return known;
}

/** `wanted`: only these keys, which are taken out as they are found. */
function take(known: Map<string, KnownEnds>, run: RunEnds, wanted?: Set<string>): void {
  for (const [key, end] of run.ends)
    if (wanted === undefined || wanted.delete(key)) known.set(key, withEnd({ key, end, run }, known.get(key)));
  for (const key of run.stopped)
    if (wanted === undefined || wanted.has(key)) known.set(key, withStop(run.runId, known.get(key)));
}

const isAfter = (runId: RunId, other: RunId | undefined): boolean =>
  other === undefined || codeNumber(runId) > codeNumber(other);

interface NewEnd {
  key: string;
  end: ItemEnd;
  run: RunEnds;
}

function withEnd({ key, end, run }: NewEnd, { last: known, stoppedIn, recent = [] }: KnownEnds = {}): KnownEnds {
  const { runId, startedAt } = run;
  const { state } = end;
  const message = end.message?.slice(0, MOST_OF_MESSAGE);
  const incidents = end.incidents.length === 0 ? {} : { incidents: [...end.incidents] };
  const told = { state, runId, startedAt, ...(message === undefined ? {} : { message }), ...incidents };
  const last = known !== undefined && isAfter(known.runId, runId) ? known : told;
  return {
    last,
    ...(stoppedIn !== undefined && isAfter(stoppedIn, last.runId) ? { stoppedIn } : {}),
    ...(isScenarioKey(key) ? {} : { recent: withRecent(recent, recentOf(runId, end)) }),
  };
}

const recentOf = (runId: RunId, { state, ms, isAgain, isByPicture }: ItemEnd): RecentEnd => ({
  ...{ runId, state, ms },
  ...(isAgain ? { isAgain } : {}),
  ...(isByPicture ? { isByPicture } : {}),
});

const withRecent = (recent: readonly RecentEnd[], end: RecentEnd): RecentEnd[] =>
  [...recent.filter(({ runId }) => runId !== end.runId), end]
    .sort((left, right) => codeNumber(right.runId) - codeNumber(left.runId))
    .slice(0, MOST_RUNS);

function withStop(runId: RunId, known: KnownEnds = {}): KnownEnds {
  const isLatest = isAfter(runId, known.last?.runId) && isAfter(runId, known.stoppedIn);
  return isLatest ? { ...known, stoppedIn: runId } : known;
}

/** Last states outlive their runs. */
function forgetRuns({ runs, versions }: Index, gone: ReadonlySet<RunId>): void {
  if (gone.size === 0) return;
  for (const runId of gone) runs.delete(runId);
  for (const known of versions.values()) for (const [key, ends] of known) known.set(key, withoutRuns(ends, gone));
}

function withoutRuns({ last, stoppedIn, recent }: KnownEnds, gone: ReadonlySet<RunId>): KnownEnds {
  return {
    ...(last === undefined ? {} : { last }),
    ...(stoppedIn === undefined || gone.has(stoppedIn) ? {} : { stoppedIn }),
    ...(recent === undefined ? {} : { recent: recent.filter(({ runId }) => !gone.has(runId)) }),
  };
}

/** The keys of what ended last in that run, or was stopped in it. */
function withdraw(known: Map<string, KnownEnds>, runId: RunId): Set<string> {
  const open = new Set<string>();
  for (const [key, { last, ...ends }] of known) {
    const isLast = last?.runId === runId;
    if (isLast || ends.stoppedIn === runId) open.add(key);
    known.set(key, withoutRuns({ ...ends, ...(isLast || last === undefined ? {} : { last }) }, new Set([runId])));
  }
  return open;
}
