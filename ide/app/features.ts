/** Keeps features up to date: reads what patches report as changed, and no more. */
import { isAppError } from '../../model/errors/errors.ts';
import { ConnectionLost, messageOf } from './bridge-client.ts';
import { changedCodes } from './feature-changes.ts';
import { dropMarksLater, marksOf } from './marks.ts';
import { featuresOf, type IdeState, snapshotOf } from './state.ts';
import type { IdeStore } from './store.ts';
import type { ArgumentsOf, FeatureEntry } from './tool-replies.ts';

const PAGE = 1_000;
/** More changed features than that are read together with all others. */
const MOST_BY_THEMSELVES = 20;

interface FeaturePage {
  features: readonly FeatureEntry[];
  nextCursor?: string | undefined;
  lastSync?: string | undefined;
}

interface FeatureParts {
  store: IdeStore;
  getFeatures(given: ArgumentsOf<'getFeatures'>): Promise<FeaturePage>;
}

interface FeatureNews {
  files: readonly string[];
  by: string;
}

export class Features {
  readonly #parts: FeatureParts;
  #isReading = false;
  #isStale = false;
  /** By file: who changed it, where that has not been highlighted yet. */
  readonly #news = new Map<string, string>();
  #before: readonly FeatureEntry[] = [];

  constructor(parts: FeatureParts) {
    this.#parts = parts;
  }

  /** Reads what is out of date, once more where that changes meanwhile; highlights what others changed. */
  async follow(news?: FeatureNews): Promise<void> {
    this.#isStale = true;
    this.#note(news);
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#readChanged();
      }
      this.#highlight();
    } finally {
      this.#isReading = false;
    }
  }

  async read(feature: string): Promise<void> {
    const project = this.#project();
    const found = await this.#ask({ feature, limit: 1 });
    if (this.#project() === project) this.#take(found.features);
  }

  /** The time of the last sync can change though no feature did. */
  async readLastSync(): Promise<void> {
    await this.#ask({ limit: 1 });
  }

  async retry(): Promise<void> {
    this.#parts.store.update(state => ({ ...state, features: { phase: 'loading' } }));
    await this.follow();
  }

  /** Nothing counts as new before the first read. */
  #note(news: FeatureNews | undefined): void {
    const { features } = this.#parts.store.getState();
    if (news === undefined || features.phase !== 'ready') return;
    if (this.#news.size === 0) this.#before = features.value;
    for (const file of news.files) this.#news.set(file, news.by);
  }

  #highlight(): void {
    const { store } = this.#parts;
    const news = [...this.#news];
    const before = this.#before;
    this.#news.clear();
    this.#before = [];
    const { features } = store.getState();
    if (news.length === 0 || features.phase !== 'ready') return;
    const lit = news.map(([file, by]) =>
      marksOf(changedCodes(before, features.value, new Set([file])), by, Date.now()),
    );
    store.update(state => ({ ...state, marks: Object.assign({}, state.marks, ...lit) }));
    dropMarksLater(store);
  }

  async #readChanged(): Promise<void> {
    const { store } = this.#parts;
    const state = store.getState();
    if (state.unknownTools.has('getFeatures') || snapshotOf(state) === undefined) return;
    try {
      if (state.features.phase !== 'ready') return await this.#readAll();
      this.#drop();
      const stale = staleFiles(state);
      if (stale.length > MOST_BY_THEMSELVES) return await this.#readAll();
      for (const file of stale) await this.#readIfThere(file);
    } catch (error) {
      if (error instanceof ConnectionLost || isAppError(error, 'method-not-found')) return;
      const message = messageOf(error);
      store.update(now => ({ ...now, features: { phase: 'failed', message } }));
    }
  }

  async #readAll(): Promise<void> {
    const project = this.#project();
    const features: FeatureEntry[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.#ask({ limit: PAGE, cursor });
      features.push(...page.features);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    if (this.#project() === project)
      this.#parts.store.update(state => ({ ...state, features: { phase: 'ready', value: features } }));
  }

  /** A file may be gone before it is read. */
  async #readIfThere(file: string): Promise<void> {
    try {
      await this.read(file);
    } catch (error) {
      if (!isAppError(error, 'not-found')) throw error;
    }
  }

  async #ask(given: ArgumentsOf<'getFeatures'>) {
    const project = this.#project();
    const reply = await this.#parts.getFeatures(given);
    const { lastSync } = reply;
    if (this.#project() === project)
      this.#parts.store.update(state => (state.lastSync === lastSync ? state : { ...state, lastSync }));
    return reply;
  }

  /** Sorted by file, like the lists of the service. */
  #take(read: readonly FeatureEntry[]): void {
    this.#change(features => {
      const files = new Set(read.map(({ file }) => file));
      const others = features.filter(({ file }) => !files.has(file));
      return [...others, ...read].sort((one, other) => (one.file < other.file ? -1 : 1));
    });
  }

  #drop(): void {
    const files = snapshotOf(this.#parts.store.getState())?.features ?? {};
    this.#change(features => {
      const left = features.filter(({ file }) => Object.hasOwn(files, file));
      return left.length === features.length ? features : left;
    });
  }

  #change(change: (features: readonly FeatureEntry[]) => readonly FeatureEntry[]): void {
    this.#parts.store.update(state => {
      if (state.features.phase !== 'ready') return state;
      const value = change(state.features.value);
      return value === state.features.value ? state : { ...state, features: { phase: 'ready', value } };
    });
  }

  #project(): string {
    const { project } = this.#parts.store.getState();
    return `${project?.projectId} ${project?.versionId}`;
  }
}

function staleFiles(state: IdeState): string[] {
  const files = snapshotOf(state)?.features ?? {};
  const known = new Map(featuresOf(state).map(each => [each.file, each]));
  return Object.entries(files).flatMap(([file, { revision, featureCode }]) => {
    const entry = known.get(file);
    const isSame = entry?.revision === revision && (featureCode === undefined || featureCode === entry.featureCode);
    return isSame ? [] : [file];
  });
}
