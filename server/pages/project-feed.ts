import { AppError } from '../../model/errors/errors.ts';
import type { TestCode, VersionId } from '../../model/names/codes.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { NoticeOf } from '../../model/protocol/channel/channel.ts';
import type { OpenTest, Patch, ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';
import type { ProjectChange } from '../store/edits/edit-request.ts';
import type { OpenProject } from '../workspace/workspace.ts';
import { patchesOf } from './patches-of.ts';
import { healthOf, openTest, snapshotOf } from './project-view.ts';

type Patched = NoticeOf<'project/patched'>;

interface Follower {
  versionId: VersionId;
  openTests: Set<TestCode>;
  patched(notice: Patched): void;
}

/** One page that follows a version. */
export interface FollowedVersion {
  readonly snapshot: ProjectSnapshot;
  /** Errors: `not-found`. */
  openTest(testCode: TestCode): { sequence: number; test: OpenTest };
  closeTest(testCode: TestCode): void;
  stop(): void;
}

const MOST_OPEN_TESTS = 50;

/** Tells pages what edits change in the versions that they follow; each edit has the next number in its version. */
export class ProjectFeed {
  readonly #project: OpenProject;
  readonly #sequences = new Map<VersionId, number>();
  readonly #followers = new Set<Follower>();

  constructor(project: OpenProject) {
    this.#project = project;
    project.store.onChange(change => this.#take(change));
    project.store.onHealth(() => this.#takeHealth());
  }

  /** Errors: `not-found`. */
  follow(versionId: VersionId | undefined, patched: (notice: Patched) => void): FollowedVersion {
    const version = this.#version(versionId);
    const follower: Follower = { versionId: version.version.versionId, openTests: new Set(), patched };
    this.#followers.add(follower);
    const { store } = this.#project;
    const { content } = store;
    return {
      snapshot: snapshotOf({ content, version, store, sequence: this.#sequence(follower.versionId) }),
      openTest: testCode => this.#openTest(follower, testCode),
      closeTest: testCode => void follower.openTests.delete(testCode),
      stop: () => void this.#followers.delete(follower),
    };
  }

  #openTest({ versionId, openTests }: Follower, testCode: TestCode): { sequence: number; test: OpenTest } {
    const test = this.#version(versionId).test(testCode);
    if (test === undefined) throw new AppError('not-found', `There is no test ${testCode}.`, { field: 'testCode' });
    const [oldest] = openTests;
    if (openTests.size >= MOST_OPEN_TESTS && oldest !== undefined) openTests.delete(oldest);
    openTests.add(testCode);
    return { sequence: this.#sequence(versionId), test: openTest(test) };
  }

  #version(versionId: VersionId | undefined): VersionContent {
    const { project, versions } = this.#project.store.content;
    const version = versions.get(versionId ?? project.defaultVersion);
    if (version !== undefined) return version;
    throw new AppError('not-found', `No version "${versionId}". There are: ${[...versions.keys()].join(', ')}.`, {
      field: 'versionId',
    });
  }

  #sequence(versionId: VersionId): number {
    return this.#sequences.get(versionId) ?? 0;
  }

  #takeHealth(): void {
    const { projectId, store } = this.#project;
    const patches = Object.entries(healthOf(store)).map(([part, value]): Patch => ({ op: 'set', path: [part], value }));
    for (const { version } of store.content.versions.values())
      this.#sequences.set(version.versionId, this.#sequence(version.versionId) + 1);
    for (const { versionId, patched } of this.#followers)
      patched({ projectId, versionId, sequence: this.#sequence(versionId), by: 'the disk', title: 'health', patches });
  }

  #take({ actor, title, touched }: ProjectChange): void {
    const { content } = this.#project.store;
    const { projectId } = this.#project;
    for (const versionId of versionsOf(touched, [...content.versions.keys()]))
      this.#sequences.set(versionId, this.#sequence(versionId) + 1);
    for (const { versionId, openTests, patched } of this.#followers) {
      if (versionsOf(touched, [versionId]).length === 0) continue;
      const last = this.#project.store.undoable(versionId);
      const patches = patchesOf({ touched, content }, { versionId, openTests });
      patched({
        projectId,
        versionId,
        sequence: this.#sequence(versionId),
        by: actor.name,
        ...(actor.ideId === undefined ? {} : { ideId: actor.ideId }),
        title,
        ...(last === undefined ? {} : { undoable: { title: last.title, by: last.actor.name } }),
        patches,
      });
    }
  }
}

/** The versions that an edit concerns; one of the project, or of the list of versions, concerns all. */
function versionsOf(touched: ProjectChange['touched'], all: readonly string[]): VersionId[] {
  const ids = new Set<string>();
  for (const { before, after } of touched) {
    const stored = after ?? before;
    if (stored === undefined) continue;
    if (stored.kind === 'project' || stored.kind === 'version') for (const id of all) ids.add(id);
    else ids.add(stored.versionId);
  }
  return all.filter((id): id is VersionId => ids.has(id));
}
