import { AppError } from '../../model/errors/errors.ts';
import type { TestCode, VersionId } from '../../model/names/codes.ts';
import type { StoredFeature } from '../../model/project/features-file.ts';
import type { Link } from '../../model/project/link.ts';
import { linksByText } from '../../model/project/links.ts';
import type { Module } from '../../model/project/module.ts';
import { changedSpan } from '../../model/project/references.ts';
import type { Test } from '../../model/project/test.ts';
import type { ProjectContent, VersionContent } from '../../model/project/version-content.ts';
import type { NoticeOf } from '../../model/protocol/channel/channel.ts';
import type { OpenTest, Patch, ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';
import type { ProjectChange } from '../store/edits/project-store.ts';
import { revisionOf } from '../store/edits/revisions.ts';
import type { FileTouch, StoredFile } from '../store/edits/stored.ts';
import type { OpenProject } from '../workspace/workspace.ts';
import { changedActions } from './changed-actions.ts';
import {
  entriesOf,
  environmentHeaders,
  featureHeader,
  healthOf,
  linkHeader,
  moduleHeader,
  openTest,
  projectHeader,
  snapshotOf,
  testHeader,
  versionHeaders,
} from './project-view.ts';

interface FeedEdit {
  touched: readonly FileTouch[];
  content: ProjectContent;
}

interface PageOnFeed {
  versionId: VersionId;
  openTests: ReadonlySet<TestCode>;
}

/** Removals come first: a moved test leaves one module before it enters another. */
function patchesOf({ touched, content }: FeedEdit, page: PageOnFeed): Patch[] {
  const patches = touched.flatMap(({ before, after }) => filePatches(before, after, { content, page }));
  return [...patches.filter(({ op }) => op === 'remove'), ...patches.filter(({ op }) => op !== 'remove')];
}

type FollowedEdit = { content: ProjectContent; page: PageOnFeed };

function filePatches(
  before: StoredFile | undefined,
  after: StoredFile | undefined,
  { content, page }: FollowedEdit,
): Patch[] {
  const stored = after ?? before;
  if (stored === undefined) return [];
  if (stored.kind === 'project') return [{ op: 'set', path: ['project'], value: projectHeader(content.project) }];
  if (stored.kind === 'version') return [{ op: 'set', path: ['versions'], value: versionHeaders(content) }];
  if (stored.versionId !== page.versionId) return [];
  const version = content.versions.get(page.versionId);
  switch (stored.kind) {
    case 'environments': {
      const value = after?.kind === 'environments' ? environmentHeaders(after.value) : [];
      return [{ op: 'set', path: ['environments'], value }];
    }
    case 'feature':
      return version === undefined ? [] : [featurePatch(stored.value.file, after, version)];
    case 'features':
      return version === undefined ? [] : featurePatches(before, version);
    case 'links':
      return version === undefined ? [] : linkPatches(before, version);
    case 'module':
      return modulePatches(moduleIn(before), moduleIn(after), page);
  }
}

const moduleIn = (stored: StoredFile | undefined): Module | undefined =>
  stored?.kind === 'module' ? stored.value : undefined;

function featurePatch(file: string, after: StoredFile | undefined, { features }: VersionContent): Patch {
  const path = ['features', file];
  if (after?.kind !== 'feature') return { op: 'remove', path };
  return { op: 'set', path, value: featureHeader(after.value, entriesOf(features).get(file)) };
}

/** Features whose codes, source or mark changed, whatever became of their files. */
function featurePatches(before: StoredFile | undefined, { features, featureFiles }: VersionContent): Patch[] {
  const old = before?.kind === 'features' ? entriesOf(before.value) : new Map<string, StoredFeature>();
  const entries = entriesOf(features);
  return featureFiles.flatMap((file): Patch[] => {
    const [was, is] = [old.get(file.file), entries.get(file.file)];
    const isSame = was?.featureCode === is?.featureCode && was?.source === is?.source && was?.removed === is?.removed;
    return isSame ? [] : [{ op: 'set', path: ['features', file.file], value: featureHeader(file, is) }];
  });
}

function linkPatches(before: StoredFile | undefined, version: VersionContent): Patch[] {
  const old = before?.kind === 'links' ? linksByText({ links: before.value }) : new Map<string, Link>();
  const links = linksByText(version);
  const removed = [...old.keys()].filter(text => !links.has(text));
  const changed = [...links.values()].filter(link => !isSameRecord(old.get(link.text), link));
  return [
    ...removed.map((text): Patch => ({ op: 'remove', path: ['links', text] })),
    ...changed.map((link): Patch => ({ op: 'set', path: ['links', link.text], value: linkHeader(link) })),
  ];
}

function modulePatches(before: Module | undefined, after: Module | undefined, page: PageOnFeed): Patch[] {
  const span = changedSpan(before?.tests ?? [], after?.tests ?? []);
  const old = new Map(span.before.map(test => [test.testCode, test]));
  const present = new Set(span.after.map(({ testCode }) => testCode));
  const left = span.before.filter(({ testCode }) => !present.has(testCode));
  return [
    ...left.flatMap(({ testCode }) => leavingPatches(testCode, page)),
    ...headerPatches(before, after),
    ...span.after.flatMap(test => (after === undefined ? [] : testPatches(old.get(test.testCode), test, after, page))),
  ];
}

function leavingPatches(testCode: TestCode, { openTests }: PageOnFeed): Patch[] {
  const patch: Patch = { op: 'remove', path: ['tests', testCode] };
  return openTests.has(testCode) ? [patch, { op: 'remove', path: ['open', testCode] }] : [patch];
}

function headerPatches(before: Module | undefined, after: Module | undefined): Patch[] {
  if (after === undefined) return before === undefined ? [] : [{ op: 'remove', path: ['modules', before.moduleCode] }];
  const header = moduleHeader(after);
  if (before !== undefined && revisionOf(moduleHeader(before)) === revisionOf(header)) return [];
  return [{ op: 'set', path: ['modules', after.moduleCode], value: header }];
}

function testPatches(before: Test | undefined, after: Test, module: Module, { openTests }: PageOnFeed): Patch[] {
  const header = testHeader(module, after);
  const isSameHeader = before !== undefined && revisionOf(testHeader(module, before)) === revisionOf(header);
  const patches: Patch[] = isSameHeader ? [] : [{ op: 'set', path: ['tests', after.testCode], value: header }];
  return openTests.has(after.testCode) ? [...patches, ...actionPatches(before, after)] : patches;
}

/** Edits replace a test, whose unchanged actions are equal but not identical. */
const isSameRecord = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** A test that came from another module, or back by undo, is sent whole. */
function actionPatches(before: Test | undefined, after: Test): Patch[] {
  const path = ['open', after.testCode];
  if (before === undefined) return [{ op: 'set', path, value: openTest(after) }];
  if (before === after) return [];
  const { start, before: removed, after: added } = changedSpan(before.actions, after.actions, isSameRecord);
  const isSame = removed.length === 0 && added.length === 0;
  const revision: Patch = { op: 'set', path: [...path, 'revision'], value: revisionOf(after) };
  if (isSame) return [revision];
  return [{ op: 'splice', path: [...path, 'actions'], start, removed: removed.length, added: [...added] }, revision];
}

type PatchedNotice = NoticeOf<'project/patched'>;

interface Follower {
  versionId: VersionId;
  openTests: Set<TestCode>;
  patched(notice: PatchedNotice): void;
}

interface FollowedVersion {
  readonly snapshot: ProjectSnapshot;
  /** Errors: `not-found`. */
  openTest(testCode: TestCode): { sequence: number; test: OpenTest };
  closeTest(testCode: TestCode): void;
  stop(): void;
}

const MOST_OPEN_TESTS = 50;

/** Sends pages the changes of their version; each edit gets the next sequence number there. */
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
  follow(versionId: VersionId | undefined, patched: (notice: PatchedNotice) => void): FollowedVersion {
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
      const changed = actor.ideId === undefined ? changedActions(touched, { versionId, openTests }) : [];
      patched({
        projectId,
        versionId,
        sequence: this.#sequence(versionId),
        by: actor.name,
        ideId: actor.ideId,
        title,
        ...(last === undefined ? {} : { undoable: { title: last.title, by: last.actor.name } }),
        patches,
        ...(changed.length === 0 ? {} : { changedActions: changed }),
      });
    }
  }
}

/** Edits of the project, or of the list of versions, concern all versions. */
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
