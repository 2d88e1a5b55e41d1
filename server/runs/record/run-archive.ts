import { appendFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Envelope } from '@cucumber/messages';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { codeNumber, RunId } from '../../../model/names/codes.ts';
import { DEFAULT_RETENTION } from '../../../model/project/defaults.ts';
import type { ProjectSettings } from '../../../model/project/project.ts';
import { type ActionResult, Run, type RunItem, type ScenarioResult } from '../../../model/run/run.ts';
import { isFinal, isUnderWay } from '../../../model/run/state.ts';
import type { Redactor } from '../../../model/values/redactor.ts';
import {
  failedWrite,
  makeFolders,
  PRIVATE_FILE,
  PRIVATE_FOLDER,
  requireOwnFolder,
  systemCode,
  unlessCode,
} from '../../store/files/file-system.ts';
import { parseJson } from '../../store/files/parse-json.ts';
import { isAlive } from '../../store/files/write-durably.ts';
import { readMessage } from '../messages/redact-message.ts';
import { KnownElements } from './known-elements.ts';
import { LastStates } from './last-states.ts';
import { endsOf, type RunEnds, readEnds } from './run-ends.ts';
import { formatRun, unfoldRun } from './run-file.ts';
import { RunSizes } from './run-sizes.ts';
import { outcomesOf, type RunOutcomes, type RunSummary, summarizeRun } from './run-summary.ts';

interface ArchivedRun {
  stamp: string;
  /** Whole runs are large: they stay while the memory is not needed. */
  run: WeakRef<Run>;
  summary: RunSummary;
  outcomes?: RunOutcomes;
}

/** Long runs take seconds to read: ended ones are cached while their files are unchanged. */
class RunCache {
  readonly #known = new Map<RunId, ArchivedRun>();

  run(runId: RunId, stamp: string | undefined): Run | undefined {
    return this.#get(runId, stamp)?.run.deref();
  }

  summary(runId: RunId, stamp: string | undefined): RunSummary | undefined {
    return this.#get(runId, stamp)?.summary;
  }

  outcomes(runId: RunId, stamp: string | undefined): RunOutcomes | undefined {
    const known = this.#get(runId, stamp);
    const run = known?.run.deref();
    if (known !== undefined && run !== undefined) known.outcomes ??= outcomesOf(run);
    return known?.outcomes;
  }

  keep(run: Run, stamp: string | undefined): void {
    if (stamp === undefined || !isFinal(run.state)) return;
    this.#known.set(run.runId, { stamp, run: new WeakRef(run), summary: summarizeRun(run) });
  }

  forget(runId: RunId): void {
    this.#known.delete(runId);
  }

  #get(runId: RunId, stamp: string | undefined): ArchivedRun | undefined {
    const known = this.#known.get(runId);
    return stamp !== undefined && known?.stamp === stamp ? known : undefined;
  }
}

async function stampOf(path: string): Promise<string | undefined> {
  try {
    const { ino, size, mtimeNs } = await stat(path, { bigint: true });
    return `${ino} ${size} ${mtimeNs}`;
  } catch {
    return undefined;
  }
}

const REASON = 'Steploom ended while the run went on.';

/** The end of a run whose process died. */
export const endCutOff = ({ processId: _gone, planned: _planned, ...run }: Run): Run => ({
  ...run,
  finishedAt: new Date(Date.parse(run.startedAt) + run.elapsedMs).toISOString(),
  state: 'error',
  reason: REASON,
  items: run.items.map(item => (item.state === 'running' ? endTest(item) : item)),
  scenarios: run.scenarios?.map(one => (one.state === 'running' ? endScenario(one) : one)),
});

const endAction = (result: ActionResult): ActionResult =>
  result.state === 'running' ? { ...result, state: 'stopped', actions: result.actions?.map(endAction) } : result;

const endTest = (item: RunItem): RunItem => ({ ...item, state: 'stopped', actions: item.actions.map(endAction) });

const endScenario = ({ ahead: _ahead, ...scenario }: ScenarioResult): ScenarioResult => ({
  ...scenario,
  state: 'stopped',
  steps: scenario.steps.map(step =>
    step.state === 'running' ? { ...step, state: 'stopped', actions: step.actions.map(endAction) } : step,
  ),
});

export const RUN_FILE = 'run.json';
export const MESSAGES_FILE = 'messages.ndjson';
export const CONSOLE_FILE = 'console.ndjson';
/** An empty file named after the highest deleted run, so that its number is not given again. */
const MARK = /^highest-(r[1-9]\d{0,8})$/;
const BYTES_PER_MEGABYTE = 1_000_000;

const unlessMissing = <Value>(read: () => Promise<Value>): Promise<Value | undefined> =>
  unlessCode<Value | undefined>(['ENOENT'], read, undefined);

/** Runs are results, not content: losing one loses no edit. */
export class RunArchive {
  readonly folder: string;
  readonly elements: KnownElements;
  readonly lastStates: LastStates;
  readonly #begun = new Set<RunId>();
  readonly #cache = new RunCache();
  #live: { runId: RunId; current(): Run } | undefined;

  constructor(folder: string) {
    this.folder = folder;
    this.elements = new KnownElements(folder);
    this.lastStates = new LastStates(this);
  }

  /** Errors: `damaged-file`, `disk-full`, `read-only`. */
  async begin(): Promise<RunId> {
    try {
      return await this.#begin();
    } catch (error) {
      throw failedWrite(error, this.folder);
    }
  }

  /** An exclusive mkdir takes the number, so two processes never share one. */
  async #begin(): Promise<RunId> {
    await requireOwnFolder(this.folder);
    await makeFolders(this.folder, PRIVATE_FOLDER);
    let number = highest(numbersIn(await this.#names())) + 1;
    for (;;) {
      const runId = RunId.parse(`r${number}`);
      try {
        await mkdir(join(this.folder, runId), { mode: PRIVATE_FOLDER });
        this.#begun.add(runId);
        return runId;
      } catch (error) {
        if (systemCode(error) !== 'EEXIST') throw error;
        number += 1;
      }
    }
  }

  /** Until the next call, reads of this run come from memory: the disk lags, or fails. */
  follow(runId: RunId, current: () => Run): void {
    this.#live = { runId, current };
  }

  path(runId: RunId, ...names: string[]): string {
    return join(this.folder, runId, ...names);
  }

  /** Readers see the old or the new record. Not flushed: results are not content. */
  async save(run: Run): Promise<void> {
    await this.#replace(this.path(run.runId, RUN_FILE), await formatRun(run));
  }

  saveMessages(runId: RunId, lines: readonly string[]): Promise<void> {
    return this.#replace(this.path(runId, MESSAGES_FILE), lines.map(line => `${line}\n`).join(''));
  }

  /** Errors: `not-found`, `damaged-file`. */
  async readMessages(runId: RunId, redact: Redactor = text => text): Promise<Envelope[]> {
    const text = await unlessMissing(() => readFile(this.path(runId, MESSAGES_FILE), 'utf8'));
    if (text === undefined)
      throw new AppError('not-found', `Run ${runId} has kept no messages, from which reports are made.`, {
        field: 'runId',
        next: 'getRun',
      });
    const lines = text.split('\n').filter(line => line !== '');
    return lines.map((line, index) => parseMessage(line, `${runId}/${MESSAGES_FILE}, line ${index + 1}`, redact));
  }

  addConsole(runId: RunId, lines: readonly string[]): Promise<void> {
    return appendFile(this.path(runId, CONSOLE_FILE), lines.map(line => `${line}\n`).join(''), { mode: PRIVATE_FILE });
  }

  /** Errors: `disk-full`, `read-only`. */
  async keepFile(runId: RunId, name: string, bytes: Uint8Array): Promise<void> {
    const target = this.path(runId, name);
    try {
      await makeFolders(dirname(target), PRIVATE_FOLDER);
      await writeFile(target, bytes, { mode: PRIVATE_FILE });
    } catch (error) {
      throw failedWrite(error, target);
    }
  }

  /** Newest first. */
  async list(): Promise<RunId[]> {
    return (await this.#ids()).sort((left, right) => codeNumber(right) - codeNumber(left));
  }

  /** A run that its process left unfinished is read as ended. Errors: `not-found`, `damaged-file`. */
  async read(runId: RunId): Promise<Run> {
    if (this.#live?.runId === runId) return this.#live.current();
    const path = this.path(runId, RUN_FILE);
    const stamp = await stampOf(path);
    const known = this.#cache.run(runId, stamp);
    if (known !== undefined) return known;
    const text = await unlessMissing(() => readFile(path, 'utf8'));
    if (text === undefined)
      throw new AppError('not-found', `No run ${runId}. Call getRuns to see the runs.`, {
        field: 'runId',
        next: 'getRuns',
      });
    const run = Run.safeParse(unfoldRun(parseJson(text, { file: `${runId}/${RUN_FILE}` })));
    if (run.success) {
      this.#cache.keep(run.data, stamp);
      return this.#isCutOff(run.data) ? endCutOff(run.data) : run.data;
    }
    throw new AppError('damaged-file', `The record of run ${runId} cannot be read.`, { field: 'runId' });
  }

  /** Undefined where the record is missing or damaged. */
  async readIfWhole(runId: RunId): Promise<Run | undefined> {
    try {
      return await this.read(runId);
    } catch (error) {
      if (isAppError(error)) return undefined;
      throw error;
    }
  }

  async summary(runId: RunId): Promise<RunSummary | undefined> {
    const known = this.#cache.summary(runId, await stampOf(this.path(runId, RUN_FILE)));
    if (known !== undefined && this.#live?.runId !== runId) return known;
    const run = await this.readIfWhole(runId);
    return run && summarizeRun(run);
  }

  async outcomes(runId: RunId): Promise<RunOutcomes | undefined> {
    const stamp = await stampOf(this.path(runId, RUN_FILE));
    const known = this.#cache.outcomes(runId, stamp);
    if (known !== undefined) return known;
    const run = await this.readIfWhole(runId);
    return run && outcomesOf(run);
  }

  /** Faster to read than outcomes. Undefined where the record is missing or damaged. */
  async ends(runId: RunId): Promise<RunEnds | undefined> {
    if (this.#live?.runId === runId) return endsOf(this.#live.current());
    const text = await unlessMissing(() => readFile(this.path(runId, RUN_FILE), 'utf8'));
    return text === undefined ? undefined : readEnds(text, run => this.#isCutOff(run));
  }

  /** Errors: `not-found`, `damaged-file`. */
  async remove(runId: RunId): Promise<void> {
    if ((await unlessMissing(() => stat(this.path(runId)))) === undefined)
      throw new AppError('not-found', `No run ${runId}.`, { field: 'runId', next: 'getRuns' });
    await this.#delete(runId);
    await this.lastStates.forget(runId);
  }

  /** For a run that does not begin: its number is free again. */
  async discard(runId: RunId): Promise<void> {
    this.#begun.delete(runId);
    await rm(this.path(runId), { recursive: true, force: true });
  }

  /** The newest run always stays. */
  async prune({
    runs = DEFAULT_RETENTION.runs,
    megabytes = DEFAULT_RETENTION.megabytes,
  }: NonNullable<ProjectSettings['retention']> = {}): Promise<void> {
    const ids = await this.list();
    if (ids.length === 0) return;
    // What is pruned has to be counted before.
    await this.lastStates.update();
    const sizes = await RunSizes.open(this.folder);
    let bytes = 0;
    for (const [place, runId] of ids.entries()) {
      if (place < runs) bytes += await sizes.of(runId, place);
      if (place === 0 || (place < runs && bytes <= megabytes * BYTES_PER_MEGABYTE)) continue;
      sizes.forget(runId);
      await this.#delete(runId);
    }
    await sizes.save();
  }

  /** A run with this process's id still runs only if it began here: in a container all have the same id. */
  #isCutOff({ state, processId, runId }: Pick<Run, 'state' | 'processId' | 'runId'>): boolean {
    if (!isUnderWay(state)) return false;
    return processId === process.pid ? !this.#begun.has(runId) : processId === undefined || !isAlive(processId);
  }

  async #delete(runId: RunId): Promise<void> {
    await requireOwnFolder(this.folder);
    await this.#mark(runId);
    if (this.#live?.runId === runId) this.#live = undefined;
    this.#cache.forget(runId);
    await rm(this.path(runId), { recursive: true, force: true });
  }

  /** Written before the highest run is deleted: readers always see one of the two. */
  async #mark(runId: RunId): Promise<void> {
    const names = await this.#names();
    if (codeNumber(runId) < highest(numbersIn(names))) return;
    await writeFile(join(this.folder, `highest-${runId}`), '', { mode: PRIVATE_FILE });
    const older = names.filter(name => MARK.test(name) && name !== `highest-${runId}`);
    await Promise.all(older.map(name => rm(join(this.folder, name), { force: true })));
  }

  async #replace(path: string, text: string): Promise<void> {
    await writeFile(`${path}.part`, text, { mode: PRIVATE_FILE });
    await rename(`${path}.part`, path);
  }

  async #ids(): Promise<RunId[]> {
    return idsIn(await this.#names());
  }

  async #names(): Promise<string[]> {
    return (await unlessMissing(() => readdir(this.folder))) ?? [];
  }
}

/** Messages are ours: only that they are whole JSON is checked. */
function parseMessage(line: string, place: string, redact: Redactor): Envelope {
  try {
    return readMessage(line, redact);
  } catch (cause) {
    throw new AppError('damaged-file', `${place} cannot be read.`, { field: 'runId', cause });
  }
}

const highest = (numbers: readonly number[]): number => numbers.reduce((most, number) => Math.max(most, number), 0);

function idsIn(names: readonly string[]): RunId[] {
  return names.flatMap(name => {
    const runId = RunId.safeParse(name);
    return runId.success ? [runId.data] : [];
  });
}

const numbersIn = (names: readonly string[]): number[] =>
  idsIn(names.map(name => MARK.exec(name)?.[1] ?? name)).map(codeNumber);
