import { createDraft, finishDraft } from 'immer';
import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { CodeLetter, ModuleCode, VersionId } from '../../../model/names/codes.ts';
import { environmentSecretKey } from '../../../model/project/environment.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Project, Version } from '../../../model/project/project.ts';
import { checkInvariants } from '../../../model/project/references.ts';
import type { ProjectContent, VersionDraft } from '../../../model/project/version-content.ts';
import { type CodeCounters, countFile, raise } from './code-counters.ts';
import type { SecretChanges } from './private-file.ts';
import { contentOf, type ProjectState } from './project-state.ts';
import {
  type FileTouch,
  isKind,
  KINDS,
  modulePath,
  PROJECT_PATH,
  pathOf,
  type StoredFile,
  type StoredValue,
  sameStored,
  settleStored,
  VERSIONS_FOLDER,
} from './stored.ts';
import type { UndoRequest, UndoStep } from './undo-history.ts';

interface EditBase {
  state: ProjectState;
  secret(key: string): string | undefined;
}

export interface EditRequest<Result> extends Pick<UndoRequest, 'actor'> {
  /** Undefined for an edit of the project, which undo finds in every version. */
  versionId: string | undefined;
  /** E.g. `createTest`; `label` may add the code. */
  title: string;
  label?(result: Result): string;
  /** Shares no write: it must see every earlier edit published. */
  alone?: boolean;
  /** Synchronous, no outside effects: it may run again, or never for a repeated call, whose result is kept as JSON. */
  edit(transaction: Transaction): Result;
}

export interface PendingEdit<Result = unknown> extends EditRequest<Result> {
  resolve(result: Result): void;
  reject(error: unknown): void;
}

export interface DraftedEdit {
  pending: PendingEdit;
  result: unknown;
  title: string;
  replayed: UndoStep | undefined;
  state: ProjectState;
  touched: readonly FileTouch[];
  secrets: { before: SecretChanges; after: SecretChanges };
}

/** Errors: those of edit and check, `invalid-project`, `conflict`. */
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

export class Transaction {
  readonly #base: ProjectState;
  readonly #storedSecret: (key: string) => string | undefined;
  readonly #drafts = new Map<string, StoredFile | undefined>();
  readonly #secrets = new Map<string, string | undefined>();
  #counters: CodeCounters;
  replayed: UndoStep | undefined;

  constructor({ state, secret }: EditBase) {
    this.#base = state;
    this.#storedSecret = secret;
    this.#counters = state.counters;
  }

  /** As it was before this edit. */
  get content(): ProjectContent {
    return contentOf(this.#base);
  }

  /** As this edit sees it, to be changed in place. */
  draft(path: string): StoredFile | undefined {
    if (this.#drafts.has(path)) return this.#drafts.get(path);
    const stored = this.#base.files.get(path);
    const draft = stored === undefined ? undefined : createDraft(stored);
    this.#drafts.set(path, draft);
    return draft;
  }

  base(path: string): StoredFile | undefined {
    return this.#base.files.get(path);
  }

  put(stored: StoredFile): void {
    this.#drafts.set(pathOf(stored), createDraft(stored));
  }

  remove(path: string): void {
    this.#drafts.set(path, undefined);
  }

  /** Undefined removes the value. */
  setSecret(key: string, value: string | undefined): void {
    this.#secrets.set(key, value);
  }

  secret(key: string): string | undefined {
    return this.#secrets.has(key) ? this.#secrets.get(key) : this.#storedSecret(key);
  }

  get secrets(): SecretChanges {
    return this.#secrets;
  }

  pathsOf(versionId: VersionId): string[] {
    const folder = `${VERSIONS_FOLDER}/${versionId}/`;
    return [...this.#base.files.keys()].filter(path => path.startsWith(folder));
  }

  removeVersion(versionId: VersionId): void {
    for (const path of this.pathsOf(versionId)) this.remove(path);
    for (const keyIn of this.#secretKeys(versionId)) this.setSecret(keyIn(versionId), undefined);
  }

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
    this.#draftOf('environments', versionId);
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
      draftEnvironments: () => this.#draftOf('environments', versionId),
      draftVersion: () => this.#draftOf('version', versionId),
      draftFeatures: () => this.#draftOf('features', versionId),
      draftLinks: () => this.#draftOf('links', versionId),
      addModule: module => this.put({ kind: 'module', versionId, value: module }),
      removeModule: code => this.remove(modulePath(versionId, code)),
      nextNumber: letter => this.nextNumber(versionId, letter),
    };
  }

  #draftModule(versionId: VersionId, moduleCode: ModuleCode): Module {
    const draft = this.draft(modulePath(versionId, moduleCode));
    if (!isKind(draft, 'module')) throw new AppError('not-found', `No module ${moduleCode}.`, { field: 'moduleCode' });
    return draft.value;
  }

  #draftOf<Kind extends 'version' | 'environments' | 'features' | 'links'>(
    kind: Kind,
    versionId: VersionId,
  ): StoredValue<Kind> {
    const path = KINDS[kind].path(versionId);
    const empty = KINDS[kind].emptyIn(versionId);
    if (empty !== undefined && this.draft(path) === undefined) this.put(empty);
    const draft: object | undefined = this.draft(path);
    if (!isKind(draft, kind)) throw new AppError('damaged-file', `${path} is missing.`);
    return draft.value;
  }

  /** Files that came out the same are left out. Errors: `invalid-params`. */
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
