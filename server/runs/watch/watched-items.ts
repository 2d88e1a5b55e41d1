import { isAppError } from '../../../model/errors/errors.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { WatchedCode, WatchedItem } from '../../../model/run/watched-item.ts';
import { catalogOf, type FeatureCatalog } from '../../feature-sync/feature-catalog.ts';
import type { ProjectStore } from '../../store/edits/project-store.ts';
import type { RunnableProject, RunRequest } from '../plan/run-request.ts';
import { selectScenarios } from '../plan/select-scenarios.ts';
import { selectTargets } from '../plan/select-words.ts';
import { affectedSince, isEmpty, keptOfRun } from './affected-items.ts';
import { NamedFiles } from './named-files.ts';

/** One thought of somebody makes several edits, and one change of files touches several. */
const STILL_MS = 500;
/** How often the files are looked at that watched tests may name. */
const FILES_EVERY_MS = 1_000;
/** While a run that is just like it, or too many others, are under way. */
const AGAIN_MS = 2_000;

interface CodedPlace {
  content: VersionContent;
  catalog: FeatureCatalog;
}

/** Features by their scenarios. Errors: `not-found`. */
export function selectCoded(
  { content, catalog }: CodedPlace,
  codes: readonly WatchedCode[],
): Pick<RunRequest, 'content' | 'targets' | 'scenarios'> {
  const ofTests = codes.filter(code => !code.startsWith('f'));
  const ofFeatures = codes.filter(code => code.startsWith('f'));
  const features = ofFeatures.filter(code => !code.includes('.'));
  const scenarios = ofFeatures.filter(code => code.includes('.'));
  return {
    content,
    targets: ofTests.length === 0 ? [] : selectTargets(content, ofTests),
    scenarios: selectScenarios(catalog, { features, scenarios, isChosen: () => true }).targets,
  };
}

interface WatchRuns {
  /** Resolves when the run has ended. Errors: those of starting a run. */
  run(request: RunRequest, signal: AbortSignal): Promise<void>;
  /** For errors that nobody foresaw. */
  log(cause: unknown): void;
}

interface WatchedEntry extends WatchRuns {
  item: WatchedItem;
  /** As it was when it ran last, or when it came to be watched. */
  seen: VersionContent;
  /** How many changes of files had been noticed by then. */
  seenFiles: number;
}

type WatchedProject = RunnableProject & { readonly store: Pick<ProjectStore, 'content' | 'secrets' | 'onChange'> };

const keyOf = ({ versionId, code }: Pick<WatchedItem, 'versionId' | 'code'>): string => `${versionId}/${code}`;

const isRunTogether = (one: WatchedEntry, other: WatchedEntry): boolean =>
  one.seen === other.seen && one.seenFiles === other.seenFiles && one.item.environment === other.item.environment;

/**
 * Runs what is watched in a project again when it has changed, by whichever door; never two of its own runs at a time.
 * In memory: it ends with the service.
 */
export class WatchedItems {
  readonly #project: WatchedProject;
  readonly #entries = new Map<string, WatchedEntry>();
  readonly #listeners = new Set<() => void>();
  /** Aborted when the project closes. */
  readonly #signal: AbortSignal;
  readonly #files: NamedFiles;
  /** The change of files in which that of a test was noticed last, by version and test. */
  readonly #changedFiles = new Map<string, number>();
  #fileChanges = 0;
  #timer: NodeJS.Timeout | undefined;
  #fileTimer: NodeJS.Timeout | undefined;
  #isAtWork = false;
  #isDue = false;

  constructor(project: WatchedProject, signal: AbortSignal) {
    this.#project = project;
    this.#signal = signal;
    this.#files = new NamedFiles(project.folder, () => project.store.content);
    const stopListening = project.store.onChange(() => {
      if (this.#entries.size > 0) this.#lookIn(STILL_MS);
    });
    const close = () => {
      stopListening();
      clearTimeout(this.#timer);
      clearTimeout(this.#fileTimer);
      this.#entries.clear();
    };
    signal.addEventListener('abort', close, { once: true });
  }

  list(): WatchedItem[] {
    return [...this.#entries.values()].map(({ item }) => item);
  }

  async start(items: readonly WatchedItem[], runs: WatchRuns): Promise<void> {
    // What changed before is a reason to run only for what is watched already.
    if (await this.#noteFiles()) this.#lookIn(STILL_MS);
    for (const item of items) {
      const seen = this.#contentOf(item);
      if (seen !== undefined) this.#entries.set(keyOf(item), { item, seen, seenFiles: this.#fileChanges, ...runs });
    }
    this.#notify();
    this.#lookAtFiles();
  }

  /** A run that has begun goes on. */
  stop(items: readonly WatchedItem[]): void {
    for (const item of items) this.#entries.delete(keyOf(item));
    this.#notify();
  }

  /** Returns how to stop listening. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  #contentOf({ versionId }: Pick<WatchedItem, 'versionId'>): VersionContent | undefined {
    return this.#project.store.content.versions.get(versionId);
  }

  /** Events of the file system do not come from all disks. */
  #lookAtFiles(): void {
    if (this.#fileTimer !== undefined || this.#signal.aborted || this.#entries.size === 0) return;
    const look = async () => {
      if (await this.#noteFiles()) this.#lookIn(STILL_MS);
      this.#fileTimer = undefined;
      this.#lookAtFiles();
    };
    this.#fileTimer = setTimeout(() => void look(), FILES_EVERY_MS);
    this.#fileTimer.unref();
  }

  async #noteFiles(): Promise<boolean> {
    const tests = await this.#files.takeChanged();
    if (tests.length === 0) return false;
    this.#fileChanges += 1;
    for (const { versionId, testCode } of tests) this.#changedFiles.set(`${versionId}/${testCode}`, this.#fileChanges);
    return true;
  }

  /** The tests whose files have changed since the entry ran. */
  #withChangedFiles({ item: { versionId }, seenFiles }: WatchedEntry): ReadonlySet<string> {
    const changed = [...this.#changedFiles].filter(([key, at]) => at > seenFiles && key.startsWith(`${versionId}/`));
    return new Set(changed.map(([key]) => key.slice(versionId.length + 1)));
  }

  #lookIn(delayMs: number): void {
    if (this.#signal.aborted) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#look(), delayMs);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    this.#isDue = true;
    if (this.#isAtWork) return this.#forgetGone();
    this.#isAtWork = true;
    while (this.#isDue) {
      this.#isDue = false;
      await this.#forgetGone();
      for (const group of this.#groups()) await this.#runGroup(group);
    }
    this.#isAtWork = false;
  }

  /** What was deleted. */
  async #forgetGone(): Promise<void> {
    const before = this.#entries.size;
    for (const [key, { item }] of [...this.#entries])
      if (!(await isThere(this.#contentOf(item), item.code))) this.#entries.delete(key);
    if (this.#entries.size < before) this.#notify();
  }

  #groups(): WatchedEntry[][] {
    const groups: WatchedEntry[][] = [];
    for (const entry of this.#entries.values()) {
      const group = groups.find(([first]) => first !== undefined && isRunTogether(first, entry));
      if (group === undefined) groups.push([entry]);
      else group.push(entry);
    }
    return groups;
  }

  async #runGroup(all: readonly WatchedEntry[]): Promise<void> {
    const group = all.filter(entry => this.#entries.get(keyOf(entry.item)) === entry);
    const [first] = group;
    const content = first && this.#contentOf(first.item);
    if (first === undefined || content === undefined) return;
    const { seen, seenFiles } = first;
    const changedFiles = this.#withChangedFiles(first);
    if (content === seen && changedFiles.size === 0) return;
    for (const entry of group) Object.assign(entry, { seen: content, seenFiles: this.#fileChanges });
    let affected: readonly WatchedEntry[] = group;
    try {
      const place = { content, catalog: await catalogOf(content) };
      const requestOf = (entries: readonly WatchedEntry[]) => requestFor(place, entries);
      const filter = await affectedSince(seen, content, changedFiles);
      affected = group.filter(entry => !isEmpty(filter.narrow(requestOf([entry]))));
      const { items, request } = await keptOfRun(this.#project, requestOf(affected), filter);
      if (items.length === 0) return;
      this.#tell(affected, undefined);
      await first.run(request, this.#signal);
    } catch (error) {
      this.#failed(error, affected, { seen, seenFiles });
    }
  }

  #failed(error: unknown, affected: readonly WatchedEntry[], before: Pick<WatchedEntry, 'seen' | 'seenFiles'>): void {
    if (this.#signal.aborted) return;
    if (isAppError(error, 'run-in-progress') || isAppError(error, 'busy')) {
      for (const entry of affected) Object.assign(entry, before);
      this.#lookIn(AGAIN_MS);
      return;
    }
    if (!isAppError(error)) affected[0]?.log(error);
    this.#tell(affected, isAppError(error) ? error.message : 'Something went wrong in the service; see its log.');
  }

  #tell(entries: readonly WatchedEntry[], problem: string | undefined): void {
    const told = entries.filter(({ item }) => item.problem !== problem);
    for (const entry of told) entry.item = { ...entry.item, problem };
    if (told.length > 0) this.#notify();
  }
}

/** People go on with the app window meanwhile. */
const requestFor = (place: CodedPlace, entries: readonly WatchedEntry[]): RunRequest => ({
  ...selectCoded(
    place,
    entries.map(({ item }) => item.code),
  ),
  ...{ environment: entries[0]?.item.environment, isBeside: true, headed: false },
});

async function isThere(content: VersionContent | undefined, code: WatchedCode): Promise<boolean> {
  if (content === undefined) return false;
  try {
    selectCoded({ content, catalog: await catalogOf(content) }, [code]);
    return true;
  } catch (error) {
    // What is wrong otherwise is told when it is to run.
    return !isAppError(error, 'not-found');
  }
}
