/** Writes what people do in the app window into a test while they do it. */
import { createHash } from 'node:crypto';
import type { Action } from '../../model/actions/index.ts';
import { isAppError } from '../../model/errors/errors.ts';
import type { ActionId, ModuleCode, TestCode, VersionId } from '../../model/names/codes.ts';
import { FilePath } from '../../model/names/file-path.ts';
import { draftTest } from '../../model/project/edits/tests.ts';
import type { Test } from '../../model/project/test.ts';
import type { RecordedFile, RecorderHandle, RecordingSink, WindowInRecording } from '../../model/protocol/recorder.ts';
import { type KnownValues, withKnownValues, withKnownWords } from '../../model/recording/known-values.ts';
import type { RawEvent } from '../../model/recording/raw-event.ts';
import { recordEvent } from '../../model/recording/record-event.ts';
import {
  type RecordedFields,
  type RecordedRow,
  type Recording,
  withLastClosed,
  withoutRows,
  withWindow,
} from '../../model/recording/recording-rows.ts';
import { checkOf } from '../../model/recording/shown-change.ts';
import { createRedactor } from '../../model/values/redactor.ts';
import { literalText } from '../../model/values/template.ts';
import type { RunArchive } from '../runs/record/run-archive.ts';
import type { ProjectStore } from '../store/edits/project-store.ts';
import type { Transaction } from '../store/edits/transaction.ts';
import type { UndoRequest } from '../store/edits/undo-history.ts';
import { keepSecret } from './keep-secret.ts';
import { type WrittenRow, writeRows } from './write-rows.ts';

interface RecordingPlace extends Pick<UndoRequest, 'actor'> {
  versionId: VersionId;
  moduleCode: ModuleCode;
  testCode: TestCode;
  /** The action after which to insert; undefined at the beginning of the test. */
  after: ActionId | undefined;
  /** The actions after that place when the recording began. */
  behind: ReadonlySet<ActionId>;
  environment: string | undefined;
}

interface RecordingParts {
  store: ProjectStore;
  runs: RunArchive;
  keepFile(path: FilePath, bytes: Uint8Array): Promise<unknown>;
  place: RecordingPlace;
  recording: Recording;
  /** What the test takes from elsewhere. */
  values: KnownValues;
  /** Whether what an actor does begins with a visit. */
  visitsFirst(actor: string): boolean;
  changed(): void;
}

/** Short enough for a row to appear at once, and long enough to write a burst of events in one edit. */
const WRITE_AFTER_MS = 15;

export class TestRecording implements RecordingSink {
  readonly #parts: RecordingParts;
  #recording: Recording;
  #written: readonly WrittenRow[] = [];
  /** What rows say instead of a text that is kept in an environment. */
  readonly #kept = new Map<number, string>();
  readonly #remembered = new Set<ActionId>();
  /** Actors who have not acted yet, with what their windows show. */
  readonly #unvisited = new Map<string, WindowInRecording['url']>();
  #timer: NodeJS.Timeout | undefined;
  #last: Promise<void> = Promise.resolve();
  #handle: RecorderHandle | undefined;
  #reason: string | undefined;

  constructor(parts: RecordingParts) {
    this.#parts = parts;
    this.#recording = parts.recording;
  }

  get place(): RecordingPlace {
    return this.#parts.place;
  }

  get reason(): string | undefined {
    return this.#reason;
  }

  get actionIds(): readonly ActionId[] {
    return this.#written.map(({ actionId }) => actionId);
  }

  get before(): ActionId | undefined {
    return this.#actions().find(({ actionId }) => this.place.behind.has(actionId))?.actionId;
  }

  follow(handle: RecorderHandle): void {
    this.#handle = handle;
    this.#writeSoon();
  }

  window({ actor, url, ...tabs }: WindowInRecording): void {
    this.#recording = withWindow(this.#recording, actor, tabs);
    if (actor !== undefined && this.#parts.visitsFirst(actor)) this.#unvisited.set(actor, url);
  }

  /** Windows of people whom this test does not name are of another one. */
  event(event: RawEvent): void {
    if (event.actor !== undefined && !this.#actors().includes(event.actor)) return;
    this.#visitFirst(event);
    this.#recording = recordEvent(this.#isInterrupted() ? withLastClosed(this.#recording) : this.#recording, event);
    this.#writeSoon();
  }

  /** Whoever acts for the first time is on a page, which runs have to open. */
  #visitFirst(event: RawEvent): void {
    const { actor, tab } = event;
    if (actor === undefined) return;
    const url = this.#unvisited.get(actor)?.();
    this.#unvisited.delete(actor);
    if (url === undefined || (event.kind === 'went' && event.way === 'visit')) return;
    this.#recording = recordEvent(this.#recording, { kind: 'went', way: 'visit', url, actor, tab, at: -Infinity });
  }

  file({ name, bytes }: RecordedFile): void {
    this.#last = this.#last.then(async () => {
      await this.#parts.keepFile(this.#pathOf(name), bytes).catch(() => {});
    });
  }

  ended(reason: string): void {
    this.#reason = reason;
    this.#writeSoon();
  }

  /** Resolves once everything is in the test, with an assertion of what the page has shown since, if anything. */
  async stop(): Promise<RecordedFields | undefined> {
    const shown = await this.#handle?.stop(() => this.#recording);
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#write(true);
    if (shown === undefined || this.#written.length === 0) return undefined;
    const hasSecret = this.#redactor()(shown.text) !== shown.text;
    return hasSecret
      ? undefined
      : { ...withKnownWords(checkOf(shown), this.#parts.values), ...whoActs(this.#recording) };
  }

  #test(): Test | undefined {
    const { versionId, moduleCode, testCode } = this.place;
    const module = this.#parts.store.content.versions.get(versionId)?.modules.get(moduleCode);
    return module?.tests.find(test => test.testCode === testCode);
  }

  #actions(): readonly Action[] {
    return this.#test()?.actions ?? [];
  }

  #actors(): string[] {
    return this.#test()?.actors?.map(({ name }) => name) ?? [];
  }

  #isInterrupted(): boolean {
    const last = this.#written.at(-1);
    if (last === undefined || last.row !== this.#recording.rows.at(-1)?.row) return false;
    const actions = this.#actions();
    const at = actions.findIndex(({ actionId }) => actionId === last.actionId);
    const next = at < 0 ? undefined : actions[at + 1];
    return next !== undefined && !this.place.behind.has(next.actionId);
  }

  #writeSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#write(false);
    }, WRITE_AFTER_MS);
  }

  #write(isAll: boolean): Promise<void> {
    this.#last = this.#last
      .then(() => this.#writeRows(isAll))
      .catch((error: unknown) => {
        this.#reason = isAppError(error) ? error.message : String(error);
      })
      .then(() => this.#parts.changed());
    return this.#last;
  }

  async #writeRows(isAll: boolean): Promise<void> {
    const { store, place } = this.#parts;
    const { versionId, actor } = place;
    const rows = this.#recording.rows.map(row => withActor(this.#withPlaces(row)));
    const due = rows.filter(
      (row, index) => row.secret?.value && !this.#kept.has(row.row) && (isAll || index < rows.length - 1),
    );
    if (due.length === 0 && isSame(rows, this.#written)) return;
    const { written, gone, names } = await store.change({
      versionId,
      actor,
      title: 'Record in',
      label: () => place.testCode,
      edit: transaction => this.#edit(transaction, rows, due),
    });
    for (const [row, name] of names) this.#kept.set(row, name);
    this.#written = written;
    this.#recording = withoutRows(this.#recording, new Set(gone));
    await this.#remember();
  }

  #edit(transaction: Transaction, rows: readonly RecordedRow[], due: readonly RecordedRow[]) {
    const { versionId, moduleCode, testCode, after, behind, environment } = this.#parts.place;
    const draft = transaction.version(versionId);
    const names = new Map<number, string>();
    for (const { row, secret } of due) {
      if (secret === undefined) continue;
      const typedBefore = userBefore(rows, row);
      const kept = keepSecret(draft, transaction, { environment, ...secret, user: typedBefore?.text });
      names.set(row, `{{secret.${kept.name}}}`);
      if (typedBefore !== undefined && kept.userVariable !== undefined)
        names.set(typedBefore.row, `{{env.${kept.userVariable}}}`);
    }
    const named = rows.map(row => withKeptName(row, names.get(row.row)));
    const test = draftTest(draft, moduleCode, testCode);
    const { written, gone } = writeRows(test, draft, { rows: named, written: this.#written, after, behind });
    return { written, gone: [...gone], names };
  }

  /** Fills in the names of values, stored secrets and files. */
  #withPlaces(row: RecordedRow): RecordedRow {
    const { files } = row.fields;
    const kept = withKeptName(withValueNames(row, this.#parts.values), this.#kept.get(row.row));
    if (!Array.isArray(files)) return kept;
    return { ...kept, fields: { ...kept.fields, files: files.map(file => this.#pathOf(String(file))) } };
  }

  #pathOf(name: string): FilePath {
    const folder = `recorded/${this.#parts.place.testCode}`;
    const path = FilePath.safeParse(`${folder}/${name}`).data;
    const ending = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
    const short = createHash('sha256').update(name).digest('hex').slice(0, 12);
    return path ?? FilePath.parse(`${folder}/file-${short}${ending}`);
  }

  /** Stores how the elements looked, to judge fallbacks by. */
  async #remember(): Promise<void> {
    const { runs } = this.#parts;
    const seen = this.#recording.rows.flatMap(({ row, sight }) => {
      const written = this.#written.find(each => each.row === row);
      const { actionId, fields: { locator } = { locator: undefined } } = written ?? {};
      if (sight === undefined || locator === undefined || actionId === undefined) return [];
      if (this.#remembered.has(actionId)) return [];
      this.#remembered.add(actionId);
      return [{ actionId, locator, look: sight }];
    });
    if (seen.length === 0) return;
    await runs.elements.remember(seen, this.#redactor()).catch(() => {});
  }

  #redactor() {
    const typed = this.#recording.rows.flatMap(({ secret }) => secret?.value || []);
    return createRedactor(this.#parts.store.secrets.values(), typed);
  }
}

const withActor = (row: RecordedRow): RecordedRow => ({ ...row, fields: { ...row.fields, ...whoActs(row.origin) } });

const whoActs = ({ actor }: Pick<RawEvent, 'actor'>): { actor?: string } => (actor === undefined ? {} : { actor });

/** A password that the test takes from elsewhere is no secret of its environment. */
function withValueNames(row: RecordedRow, values: KnownValues): RecordedRow {
  const { secret, ...plain } = row;
  const name = secret && values.get(secret.value);
  if (name !== undefined) return { ...plain, fields: { ...row.fields, value: `{{${name}}}` } };
  return { ...row, fields: withKnownValues(row.fields, values) };
}

const withKeptName = (row: RecordedRow, name: string | undefined): RecordedRow =>
  name === undefined ? row : { ...row, fields: { ...row.fields, value: name } };

/** What was typed last before the password of a row; undefined where that is another password, or says a value. */
function userBefore(rows: readonly RecordedRow[], passwordRow: number): { row: number; text: string } | undefined {
  const at = rows.findIndex(({ row }) => row === passwordRow);
  const actor = rows[at]?.origin.actor;
  const typed = rows.slice(0, at).findLast(({ fields, origin }) => fields.type === 'fill' && origin.actor === actor);
  const value = typed?.secret === undefined ? typed?.fields.value : undefined;
  const text = typeof value === 'string' ? literalText(value) : undefined;
  return typed === undefined || !text ? undefined : { row: typed.row, text };
}

const isSame = (rows: readonly RecordedRow[], written: readonly WrittenRow[]): boolean =>
  rows.length === written.length &&
  rows.every(({ row, fields }, index) => {
    const other = written[index];
    return other?.row === row && JSON.stringify(other.fields) === JSON.stringify(fields);
  });
