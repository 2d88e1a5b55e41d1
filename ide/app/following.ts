/** Keeps the project and the open tests up to date, through gaps and lost connections. */
import { TestCode } from '../../model/names/codes.ts';
import type { NoticeOf, PageParams, PageRequestName, PageResult } from '../../model/protocol/channel/channel.ts';
import { ConnectionLost, messageOf } from './bridge-client.ts';
import { dropMarksLater } from './marks.ts';
import { type Followed, failProject, setTest, startFollowing, takePatches, takeProject } from './project-updates.ts';
import { snapshotOf } from './state.ts';
import type { IdeStore } from './store.ts';

type SendRequest = <Name extends PageRequestName>(name: Name, params: PageParams<Name>) => Promise<PageResult<Name>>;
type Patched = NoticeOf<'project/patched'>;

interface FollowingOptions {
  store: IdeStore;
  request: SendRequest;
  taken(): void;
}

export class Following {
  readonly #options: FollowingOptions;
  /** Edits that arrive while the project is being read. */
  #early: Patched[] | undefined;
  #generation = 0;

  constructor(options: FollowingOptions) {
    this.#options = options;
  }

  async follow(project: Followed): Promise<void> {
    const { store } = this.#options;
    if (isFollowed(store, project)) return;
    store.update(state => startFollowing(state, project));
    await this.refresh();
  }

  /** Reads project and tests again: after a gap, or when the connection is back. */
  async refresh(): Promise<void> {
    const { store, request, taken } = this.#options;
    const { project } = store.getState();
    if (project === undefined) return;
    const mine = ++this.#generation;
    this.#early = [];
    try {
      const { projectId, versionId } = project;
      const opened = await request('project/open', { projectId, versionId });
      if (mine !== this.#generation) return;
      store.update(state => takeProject(state, opened));
      await Promise.all(Object.keys(store.getState().tests).map(testCode => this.#readTest(testCode)));
      if (mine !== this.#generation) return;
      this.#takeEarly();
      taken();
    } catch (error) {
      // The next connection reads again.
      if (mine !== this.#generation || error instanceof ConnectionLost) return;
      this.#early = undefined;
      store.update(state => failProject(state, messageOf(error)));
    }
  }

  patched(notice: Patched): void {
    if (this.#early !== undefined) {
      this.#early.push(notice);
      return;
    }
    const { store } = this.#options;
    const { state, gap } = takePatches(store.getState(), notice, Date.now());
    store.update(() => state);
    if (gap) void this.refresh();
    dropMarksLater(store);
  }

  async openTest(testCode: string): Promise<void> {
    const { store } = this.#options;
    if (Object.hasOwn(store.getState().tests, testCode)) return;
    store.update(state => setTest(state, testCode, { phase: 'loading' }));
    await this.#readTest(testCode);
  }

  closeTest(testCode: string): void {
    const { store, request } = this.#options;
    store.update(state => setTest(state, testCode, undefined));
    void request('test/close', { testCode: TestCode.parse(testCode) }).catch(() => undefined);
  }

  #takeEarly(): void {
    const missed = this.#early ?? [];
    this.#early = undefined;
    for (const notice of missed) this.patched(notice);
  }

  async #readTest(testCode: string, isLastTry = false): Promise<void> {
    const { store, request } = this.#options;
    const isWanted = () => Object.hasOwn(store.getState().tests, testCode);
    try {
      const { test, sequence } = await request('test/open', { testCode: TestCode.parse(testCode) });
      if (!isWanted()) return;
      store.update(state => setTest(state, testCode, { phase: 'ready', value: { test, sequence } }));
      // Edits that arrived before the test found nothing to change.
      const isBehind = sequence < (snapshotOf(store.getState())?.sequence ?? 0);
      if (isBehind && !isLastTry) await this.#readTest(testCode, true);
    } catch (error) {
      if (error instanceof ConnectionLost || !isWanted()) return;
      store.update(state => setTest(state, testCode, { phase: 'failed', message: messageOf(error) }));
    }
  }
}

/** A project asked for by its default version is followed under that version's id as well. */
function isFollowed(store: IdeStore, { projectId, versionId }: Followed): boolean {
  const { project } = store.getState();
  if (project?.projectId !== projectId || project.snapshot.phase === 'failed') return false;
  const shown = snapshotOf(store.getState())?.versionId ?? project.versionId;
  return shown === versionId || (versionId === undefined && shown === project.versionId);
}
