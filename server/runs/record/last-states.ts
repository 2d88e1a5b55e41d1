import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { isAppError } from '../../../model/errors/errors.ts';
import { codeNumber, RunId, VersionId } from '../../../model/names/codes.ts';
import { ItemState } from '../../../model/run/run.ts';
import { isFinal } from '../../../model/run/state.ts';
import { PRIVATE_FILE, requireOwnFolder, systemCode } from '../../store/files/file-system.ts';
import type { RunEnds } from './run-ends.ts';

const FILE = 'last-states.json';

const LastState = z.strictObject({ state: ItemState, runId: RunId, startedAt: z.string() });
/** `runId` is that of a run which may have been pruned since. */
export type LastState = z.infer<typeof LastState>;

/** By the codes of tests and the keys of scenarios and example rows. */
export type StatesByKey = ReadonlyMap<string, LastState>;

const FileContent = z.strictObject({
  format: z.literal(1),
  /** Those that are counted already. */
  runs: z.array(RunId),
  versions: z.record(VersionId, z.record(z.string(), LastState)),
});

interface Index {
  runs: Set<RunId>;
  versions: Map<VersionId, Map<string, LastState>>;
}

interface StoredRuns {
  folder: string;
  /** Newest first. */
  list(): Promise<RunId[]>;
  ends(runId: RunId): Promise<RunEnds | undefined>;
}

/**
 * How each test and scenario ended last, however long ago. Reading thousands of runs for that takes long, and old ones
 * are pruned, so it is kept in a file beside them. Where that is missing or damaged, it is made anew of the stored runs.
 */
export class LastStates {
  readonly #runs: StoredRuns;
  #index: Index | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(runs: StoredRuns) {
    this.#runs = runs;
  }

  of(versionId: VersionId): Promise<StatesByKey> {
    return this.#inTurn(async () => {
      const { index, underWay } = await this.#upToDate();
      const states = new Map(index.versions.get(versionId));
      for (const ends of underWay) if (ends.versionId === versionId) take(states, ends);
      return states;
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
      if (!index.runs.delete(runId)) return;
      const open = new Map([...index.versions].map(([versionId, states]) => [versionId, withdraw(states, runId)]));
      const older = (await this.#runs.list()).filter(id => codeNumber(id) < codeNumber(runId));
      for (const id of older) {
        if ([...open.values()].every(keys => keys.size === 0)) break;
        const ends = await this.#runs.ends(id);
        const keys = ends && open.get(ends.versionId);
        if (ends !== undefined && keys !== undefined) take(statesOf(index, ends.versionId), ends, keys);
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
    const gone = [...index.runs].filter(id => !stored.has(id));
    for (const id of gone) index.runs.delete(id);
    const underWay: RunEnds[] = [];
    let count = 0;
    for (const id of ids.filter(id => !index.runs.has(id))) {
      const ends = await this.#runs.ends(id);
      if (ends === undefined) continue;
      if (!isFinal(ends.state)) underWay.push(ends);
      else {
        take(statesOf(index, ends.versionId), ends);
        index.runs.add(id);
        count += 1;
      }
      await nextTurn();
    }
    if (count + gone.length > 0) await this.#write(index);
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
    const states = Object.fromEntries([...versions].map(([id, states]) => [id, Object.fromEntries(states)]));
    const content: z.infer<typeof FileContent> = { format: 1, runs: [...runs], versions: states };
    try {
      await requireOwnFolder(this.#runs.folder);
      await writeFile(part, JSON.stringify(content), { mode: PRIVATE_FILE });
      await rename(part, path);
    } catch (error) {
      if (!isAppError(error) && systemCode(error) === undefined) throw error;
    }
  }
}

const EMPTY = (): Index => ({ runs: new Set(), versions: new Map() });

async function readIndex(path: string): Promise<Index> {
  try {
    const { runs, versions } = FileContent.parse(JSON.parse(await readFile(path, 'utf8')));
    const states = Object.entries(versions).map(
      ([id, states]) => [VersionId.parse(id), new Map(Object.entries(states))] as const,
    );
    return { runs: new Set(runs), versions: new Map(states) };
  } catch {
    return EMPTY();
  }
}

function statesOf({ versions }: Index, versionId: VersionId): Map<string, LastState> {
  const states = versions.get(versionId) ?? new Map<string, LastState>();
  versions.set(versionId, states);
  return states;
}

/** `wanted`: only these keys, which are taken out as they are found. */
function take(states: Map<string, LastState>, { runId, startedAt, states: ends }: RunEnds, wanted?: Set<string>): void {
  for (const [key, state] of ends) {
    if (wanted !== undefined && !wanted.delete(key)) continue;
    const known = states.get(key);
    if (known === undefined || codeNumber(known.runId) <= codeNumber(runId))
      states.set(key, { state, runId, startedAt });
  }
}

function withdraw(states: Map<string, LastState>, runId: RunId): Set<string> {
  const keys = [...states].flatMap(([key, last]) => (last.runId === runId ? [key] : []));
  for (const key of keys) states.delete(key);
  return new Set(keys);
}
