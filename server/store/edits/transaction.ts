/** One edit at work: the codes that it gives, the drafts that it changes, and the checks of what came out. */
import { createDraft, finishDraft } from 'immer';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import { type CodeLetter, codeNumber, type ModuleCode, type VersionId } from '../../../model/names/codes.ts';
import { type EnvironmentsFile, environmentSecretKey } from '../../../model/project/environment.ts';
import { type FeaturesFile, NO_FEATURES } from '../../../model/project/features-file.ts';
import { type LinksFile, NO_LINKS } from '../../../model/project/link.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Project, Version } from '../../../model/project/project.ts';
import { changedSpan, checkInvariants } from '../../../model/project/references.ts';
import type { Test } from '../../../model/project/test.ts';
import type { ProjectContent, VersionDraft } from '../../../model/project/version-content.ts';
import { type CodeCounters, type CodeNumbers, raise } from './code-counters.ts';
import type { SecretChanges } from './private-file.ts';
import {
  contentOf,
  environmentsPath,
  type FileTouch,
  featuresPath,
  linksPath,
  modulePath,
  PROJECT_PATH,
  type ProjectState,
  pathOf,
  type Stored,
  sameStored,
  settleStored,
  VERSIONS_FOLDER,
  versionPath,
} from './stored.ts';
import type { UndoRequest, UndoStep } from './undo-history.ts';

const highest = (numbers: Iterable<number>): number => {
  let most = 0;
  for (const number of numbers) if (number > most) most = number;
  return most;
};

const codesOf = (test: Test): string[] => [test.testCode, ...test.actions.map(action => action.actionId)];

const testsIn = (stored: Stored | undefined): readonly Test[] => (stored?.kind === 'module' ? stored.value.tests : []);

/** Highest numbers that are in one file, or in what it holds more than before. */
function numbersIn(stored: Stored, before: Stored | undefined): CodeNumbers {
  if (stored.kind === 'environments')
    return { e: highest(stored.value.environments.map(environment => codeNumber(environment.environmentCode))) };
  if (stored.kind === 'features')
    return { f: highest(stored.value.features.map(feature => codeNumber(feature.featureCode))) };
  if (stored.kind !== 'module') return {};
  const { after: tests } = changedSpan(testsIn(before), testsIn(stored));
  const ofActions = tests.flatMap(test => test.actions.map(action => codeNumber(action.actionId)));
  return {
    m: codeNumber(stored.value.moduleCode),
    t: highest(tests.map(test => codeNumber(test.testCode))),
    a: highest(ofActions),
  };
}

/** Counters after all given files are counted in. */
export function countFiles(counters: CodeCounters, files: Iterable<Stored>): CodeCounters {
  let result = counters;
  for (const stored of files) result = countFile(result, stored);
  return result;
}

/** Counters after a file is counted in; where it was counted before, only what is new in it is looked at. */
export function countFile(counters: CodeCounters, stored: Stored, before?: Stored): CodeCounters {
  return stored.kind === 'project' ? counters : raise(counters, stored.versionId, numbersIn(stored, before));
}

/** Whether a file lost records that hold codes. */
export function removesCodes({ before, after }: FileTouch): boolean {
  if (before === undefined) return false;
  if (after === undefined) return true;
  if (before.kind === 'module' && after.kind === 'module') {
    const changed = changedSpan(before.value.tests, after.value.tests);
    const kept = new Set(changed.after.flatMap(codesOf));
    return changed.before.some(test => codesOf(test).some(code => !kept.has(code)));
  }
  if (before.kind === 'environments' && after.kind === 'environments')
    return before.value.environments.length > after.value.environments.length;
  if (before.kind === 'features' && after.kind === 'features')
    return before.value.features.length > after.value.features.length;
  return false;
}

/** What an edit works on: the files as earlier edits left them, and the secrets likewise. */
interface EditBase {
  state: ProjectState;
  secret(key: string): string | undefined;
}

/** An edit that somebody asks for. */
export interface EditRequest<Result> extends Pick<UndoRequest, 'actor'> {
  /** Version whose undo list takes the edit; undefined for an edit of the project, which every version's undo finds. */
  versionId: string | undefined;
  /** What the edit does, e.g. `createTest`; `label` may add the code. */
  title: string;
  label?(result: Result): string;
  /** Whether it shares no write: it must see every earlier edit published. Default: false. */
  alone?: boolean;
  /**
   * Changes drafts and says what came out; synchronous, and nothing else may follow from it: it runs again when files
   * turn out to have been changed from outside, and not at all when its call comes again after it was done: the result
   * is kept as JSON. Whatever it throws leaves nothing behind.
   */
  edit(transaction: Transaction): Result;
}

/** An edit that waits to be on disk, and how its caller hears of that. */
export interface PendingEdit<Result = unknown> extends EditRequest<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

/** An edit that is sound and waits to be written. */
export interface DraftedEdit {
  pending: PendingEdit;
  result: unknown;
  title: string;
  /** The step that was taken back or done again. */
  replayed: UndoStep | undefined;
  state: ProjectState;
  touched: readonly FileTouch[];
  secrets: { before: SecretChanges; after: SecretChanges };
}

/** Performs an edit on drafts and checks what came out. Errors: those of edit and check, `invalid-project`, `conflict`. */
export function performEdit(base: EditBase, pending: PendingEdit): DraftedEdit {
  const transaction = new Transaction(base);
  const result = pending.edit(transaction);
  const { state, touched } = transaction.finish();
  const { replayed, secrets: after } = transaction;
  try {
    checkInvariants(contentOf(base.state), contentOf(state));
  } catch (error) {
    if (replayed === undefined || !isAppError(error)) throw error;
    throw new AppError('conflict', `"${replayed.title}" no longer fits the project: ${error.message}`);
  }
  pending.actor.check?.(
    { content: contentOf(base.state), secret: base.secret },
    { content: contentOf(state), secret: key => transaction.secret(key) },
  );
  const before = new Map([...after.keys()].map(key => [key, base.secret(key)]));
  const title = pending.label === undefined ? pending.title : `${pending.title} ${pending.label(result)}`;
  return { pending, result, title, replayed, state, touched, secrets: { before, after } };
}

/** One edit at work: drafts of the files it touches, nothing published until it is on disk. */
export class Transaction {
  readonly #base: ProjectState;
  readonly #storedSecret: (key: string) => string | undefined;
  readonly #drafts = new Map<string, Stored | undefined>();
  readonly #secrets = new Map<string, string | undefined>();
  #counters: CodeCounters;
  /** The step that it takes back or does again. */
  replayed: UndoStep | undefined;

  constructor({ state, secret }: EditBase) {
    this.#base = state;
    this.#storedSecret = secret;
    this.#counters = state.counters;
  }

  /** The project as it was before this edit. */
  get content(): ProjectContent {
    return contentOf(this.#base);
  }

  /** The file as this edit sees it, to be changed in place. */
  draft(path: string): Stored | undefined {
    if (this.#drafts.has(path)) return this.#drafts.get(path);
    const stored = this.#base.files.get(path);
    const draft = stored === undefined ? undefined : createDraft(stored);
    this.#drafts.set(path, draft);
    return draft;
  }

  /** The file as it was before this edit. */
  base(path: string): Stored | undefined {
    return this.#base.files.get(path);
  }

  put(stored: Stored): void {
    this.#drafts.set(pathOf(stored), createDraft(stored));
  }

  remove(path: string): void {
    this.#drafts.set(path, undefined);
  }

  /** Keeps a secret value with this edit; undefined removes it. */
  setSecret(key: string, value: string | undefined): void {
    this.#secrets.set(key, value);
  }

  /** A secret value as this edit sees it. */
  secret(key: string): string | undefined {
    return this.#secrets.has(key) ? this.#secrets.get(key) : this.#storedSecret(key);
  }

  get secrets(): SecretChanges {
    return this.#secrets;
  }

  /** The files of a version, as they were before this edit. */
  pathsOf(versionId: VersionId): string[] {
    const folder = `${VERSIONS_FOLDER}/${versionId}/`;
    return [...this.#base.files.keys()].filter(path => path.startsWith(folder));
  }

  /** Removes a version with its files and secrets. */
  removeVersion(versionId: VersionId): void {
    for (const path of this.pathsOf(versionId)) this.remove(path);
    for (const keyIn of this.#secretKeys(versionId)) this.setSecret(keyIn(versionId), undefined);
  }

  /** Copies every file of a version, and its secrets, under another id. */
  copyVersion(from: VersionId, version: Version): void {
    for (const path of this.pathsOf(from)) {
      const stored = this.#base.files.get(path);
      if (stored === undefined || stored.kind === 'project' || stored.kind === 'version') continue;
      this.put({ ...stored, versionId: version.versionId });
    }
    for (const keyIn of this.#secretKeys(from)) {
      const value = this.secret(keyIn(from));
      if (value !== undefined) this.setSecret(keyIn(version.versionId), value);
    }
    const numbers = this.#counters.get(from);
    if (numbers !== undefined) this.#counters = raise(this.#counters, version.versionId, numbers);
    this.addVersion(version);
  }

  /** For each secret of a version: its key in a version. */
  #secretKeys(versionId: VersionId): ((inVersion: VersionId) => string)[] {
    const environments = this.content.versions.get(versionId)?.environments.environments ?? [];
    return environments.flatMap(({ environmentCode, items }) =>
      items
        .filter(item => item.kind === 'secret')
        .map(item => (inVersion: VersionId) => environmentSecretKey(inVersion, environmentCode, item.name)),
    );
  }

  addVersion(version: Version): void {
    const { versionId } = version;
    this.put({ kind: 'version', versionId, value: version });
    if (this.draft(environmentsPath(versionId)) === undefined)
      this.put({ kind: 'environments', versionId, value: { format: 1, environments: [] } });
  }

  project(): Project {
    const draft = this.draft(PROJECT_PATH);
    if (draft?.kind !== 'project') throw new AppError('damaged-file', 'project.json is missing.');
    return draft.value;
  }

  nextNumber(versionId: VersionId, letter: CodeLetter): number {
    const next = (this.#counters.get(versionId)?.[letter] ?? 0) + 1;
    this.#counters = raise(this.#counters, versionId, { [letter]: next });
    return next;
  }

  /** A version to edit. Reads see the state before this edit; drafts see the edit. */
  version(versionId: VersionId): VersionDraft {
    const content = this.content.versions.get(versionId);
    if (content === undefined) throw new AppError('not-found', `No version "${versionId}".`, { field: 'versionId' });
    return {
      ...content,
      draftModule: code => this.#draftModule(versionId, code),
      draftEnvironments: () => this.#draftEnvironments(versionId),
      draftVersion: () => this.#draftVersion(versionId),
      draftFeatures: () => this.#draftFeatures(versionId),
      draftLinks: () => this.#draftLinks(versionId),
      addModule: module => this.put({ kind: 'module', versionId, value: module }),
      removeModule: code => this.remove(modulePath(versionId, code)),
      nextNumber: letter => this.nextNumber(versionId, letter),
    };
  }

  #draftModule(versionId: VersionId, moduleCode: ModuleCode): Module {
    const draft = this.draft(modulePath(versionId, moduleCode));
    if (draft?.kind !== 'module') throw new AppError('not-found', `No module ${moduleCode}.`, { field: 'moduleCode' });
    return draft.value;
  }

  #draftEnvironments(versionId: VersionId): EnvironmentsFile {
    const path = environmentsPath(versionId);
    if (this.draft(path) === undefined)
      this.put({ kind: 'environments', versionId, value: { format: 1, environments: [] } });
    const draft = this.draft(path);
    if (draft?.kind !== 'environments') throw new AppError('damaged-file', `${path} is missing.`);
    return draft.value;
  }

  #draftVersion(versionId: VersionId): Version {
    const draft = this.draft(versionPath(versionId));
    if (draft?.kind !== 'version') throw new AppError('not-found', `No version "${versionId}".`);
    return draft.value;
  }

  #draftFeatures(versionId: VersionId): FeaturesFile {
    const path = featuresPath(versionId);
    if (this.draft(path) === undefined) this.put({ kind: 'features', versionId, value: NO_FEATURES });
    const draft = this.draft(path);
    if (draft?.kind !== 'features') throw new AppError('damaged-file', `${path} is missing.`);
    return draft.value;
  }

  #draftLinks(versionId: VersionId): LinksFile {
    const path = linksPath(versionId);
    if (this.draft(path) === undefined) this.put({ kind: 'links', versionId, value: NO_LINKS });
    const draft = this.draft(path);
    if (draft?.kind !== 'links') throw new AppError('damaged-file', `${path} is missing.`);
    return draft.value;
  }

  /** Ends the edit: the next state and what it touched. Files that came out the same are left out. Errors: `invalid-params`. */
  finish(): { state: ProjectState; touched: FileTouch[] } {
    const files = new Map(this.#base.files);
    const touched: FileTouch[] = [];
    for (const [path, draft] of this.#drafts) {
      const before = this.#base.files.get(path);
      const finished = draft === undefined ? undefined : finishDraft(draft);
      if (finished === before) continue;
      const after = finished === undefined ? undefined : settleStored(finished);
      if (sameStored(before, after)) continue;
      touched.push({ path, before, after });
      if (after === undefined) files.delete(path);
      else {
        files.set(path, after);
        this.#counters = countFile(this.#counters, after, before);
      }
    }
    return { state: { files, counters: this.#counters }, touched };
  }
}
