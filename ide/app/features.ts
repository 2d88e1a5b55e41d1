/** Keeps the features of the page as they are with the service: reads what patches say has changed, and no more. */
import { isAppError } from '../../model/protocol/errors.ts';
import { ConnectionLost } from './bridge-client.ts';
import { readTool, type Session } from './session.ts';
import { type IdeState, snapshotOf } from './state.ts';
import type { IdeStore } from './store.ts';
import { type FeatureEntry, FeaturesReply } from './tool-replies.ts';

const PAGE = 1_000;
/** More changed features than that are read together with all others. */
const MOST_BY_THEMSELVES = 20;

interface Parts {
  store: IdeStore;
  session: Pick<Session, 'callTool'>;
}

export class Features {
  readonly #parts: Parts;
  #isReading = false;
  #isStale = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Reads what is not as the project says it is; once more where that changes meanwhile. */
  async follow(): Promise<void> {
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        await this.#readChanged();
      }
    } finally {
      this.#isReading = false;
    }
  }

  /** One feature with the cells of its examples. */
  async read(feature: string): Promise<void> {
    const project = this.#project();
    const found = await this.#ask({ feature, limit: 1 });
    if (this.#project() === project) this.#take(found.features);
  }

  /** After it could not be done. */
  async retry(): Promise<void> {
    this.#parts.store.update(state => ({ ...state, features: { phase: 'loading' } }));
    await this.follow();
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
      const message = error instanceof Error ? error.message : String(error);
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

  /** Files come and go faster than they are read. */
  async #readIfThere(file: string): Promise<void> {
    try {
      await this.read(file);
    } catch (error) {
      if (!isAppError(error, 'not-found')) throw error;
    }
  }

  #ask(given: Record<string, unknown>) {
    return readTool(this.#parts.session, FeaturesReply, { name: 'getFeatures', given });
  }

  /** In the order of files, as the service has them. */
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

/** Files whose features the page has not, or not as they are now. */
function staleFiles(state: IdeState): string[] {
  const files = snapshotOf(state)?.features ?? {};
  const known = new Map(state.features.phase === 'ready' ? state.features.value.map(each => [each.file, each]) : []);
  return Object.entries(files).flatMap(([file, { revision, featureCode }]) => {
    const entry = known.get(file);
    const isSame = entry?.revision === revision && (featureCode === undefined || featureCode === entry.featureCode);
    return isSame ? [] : [file];
  });
}
