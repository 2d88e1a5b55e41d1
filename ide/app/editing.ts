/** Sends edits to the service, once more where the connection was lost meanwhile, and settles conflicts. */

import { AppError, isAppError } from '../../model/errors/errors.ts';
import { TestCode } from '../../model/names/codes.ts';
import type { OpenTest } from '../../model/protocol/channel/project-view.ts';
import { ConnectionLost, isRefusal } from './bridge-client.ts';
import { argumentsOf, decideConflict, type Edit, isSamePlace, rebase } from './edits.ts';
import { setTest } from './project-updates.ts';
import type { Session } from './session.ts';
import { openTestOf, whereShown } from './state.ts';
import { type IdeStore, waitFor } from './store.ts';
import type { ArgumentsOf, EditReply, ReplyOf, ToolName } from './tool-replies.ts';

const PATCH_LIMIT_MS = 4_000;
const MOST_TRIES = 5;
/** How long a change waits for the connection to come back, from when it was made or the connection was lost. */
const BACK_LIMIT_MS = 30_000;

export type EditOutcome =
  | { kind: 'saved'; reply: EditReply | undefined }
  /** Its row, or its form, shows the reason and asks. */
  | { kind: 'held' }
  | { kind: 'failed'; error: AppError | ConnectionLost };

export type NewEdit = Omit<Edit, 'key' | 'where' | 'state' | 'isInForm' | 'madeAt' | 'wasLost'>;

/** The form that an edit was typed in keeps the text and shows errors itself. */
export interface EditForm {
  /** `sent`: the call, if it was made; sent once more unchanged, it is not done twice. */
  lost(sent?: Record<string, unknown>): void;
}

interface EditingParts {
  store: IdeStore;
  session: Pick<Session, 'request' | 'callTool'>;
  /** Called before each edit of this person. */
  onEdit?(): void;
  /** The connection is back: so many changes were saved after all. */
  onSavedLate?(count: number): void;
}

interface EditCall {
  name: string;
  sent: Record<string, unknown>;
  madeAt: number;
  onPhase?(phase: 'waiting' | 'sending'): void;
}

export class Editing {
  readonly #parts: EditingParts;
  /** The last edit of each test, since a test's edits are sent one at a time. */
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #underWay = new Set<Promise<unknown>>();
  /** Undefined unless the connection was lost. */
  #savedLate: number | undefined;

  constructor(parts: EditingParts) {
    this.#parts = parts;
  }

  /** Shows an edit at once and sends it after those of its test that are under way. */
  submit(given: NewEdit, form?: EditForm): Promise<EditOutcome> {
    this.#parts.onEdit?.();
    const where = whereShown(this.#parts.store.getState());
    if (where === undefined) throw new Error('No project is shown that could be edited.');
    const isInForm = form !== undefined;
    const edit: Edit = { ...given, where, isInForm, key: newKey(), madeAt: Date.now(), state: { phase: 'waiting' } };
    this.#parts.store.update(state => ({ ...state, edits: [...state.edits, edit] }));
    return this.#sendInTurn(edit, form);
  }

  /** Resolves when all edits that are shown by now are done, refused or given up. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Sends a refused edit again. Over a conflict it wins, as the person has seen what is there now. */
  async retry(key: string): Promise<void> {
    const { store } = this.#parts;
    replace(store, key, ({ bases, sent, ...edit }) => {
      const again = edit.state.phase === 'conflict' ? {} : { bases, sent };
      return { ...edit, ...again, madeAt: Date.now(), state: { phase: 'waiting' } };
    });
    const edit = find(store, key);
    if (edit !== undefined) await this.#sendInTurn(edit);
  }

  discard(key: string): void {
    remove(this.#parts.store, key);
  }

  /** Errors: those of the tool, `ConnectionLost`. */
  change<Name extends ToolName>(name: Name, given: ArgumentsOf<NoInfer<Name>>): Promise<ReplyOf<Name>>;
  change(name: string, given: Record<string, unknown>): Promise<unknown> {
    this.#parts.onEdit?.();
    const sent = { ...whereShown(this.#parts.store.getState()), ...given, idempotencyKey: newKey() };
    return this.#follow(this.#call({ name, sent, madeAt: Date.now() }), () => true);
  }

  #sendInTurn(edit: Edit, form?: EditForm): Promise<EditOutcome> {
    const before = this.#turns.get(edit.testCode) ?? Promise.resolve();
    const { store } = this.#parts;
    const stop = form && onceLost(store, () => form.lost());
    const outcome = before
      .catch(() => undefined)
      .then(() => {
        stop?.();
        return this.#send(find(store, edit.key) ?? edit, form);
      });
    this.#turns.set(edit.testCode, outcome);
    return this.#follow(outcome, ({ kind }) => kind === 'saved');
  }

  async #send(edit: Edit, form?: EditForm): Promise<EditOutcome> {
    const { store } = this.#parts;
    try {
      const outcome = await this.#sendUntilSettled(edit, form);
      if (outcome.kind === 'held') hold(store, edit, { phase: 'conflict' });
      else saved(store, edit, outcome.reply);
      return outcome;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // Where the action is gone no row can show the error; a person who did not have to wait sees it at once.
      const isLate = error instanceof ConnectionLost || find(store, edit.key)?.wasLost === true;
      const isShown = isLate && !edit.isInForm && !isAppError(error, 'not-found');
      if (!isShown) remove(store, edit.key);
      else hold(store, edit, { phase: 'failed', message: error.message });
      return isShown ? { kind: 'held' } : { kind: 'failed', error };
    }
  }

  /** A refused edit is sent again as long as its actions are unchanged. */
  async #sendUntilSettled(edit: Edit, form?: EditForm): Promise<Exclude<EditOutcome, { kind: 'failed' }>> {
    const { store } = this.#parts;
    let test = testOf(store, edit) ?? (await readAnew(this.#parts, edit));
    for (let tries = 1; ; tries += 1) {
      const { revision } = test;
      const again = tries === 1 ? edit.sent : undefined;
      // What was read again since may have been changed by others; what was sent before may have been done already.
      const decision = again === undefined ? decideConflict(edit, test) : 'again';
      if (decision === 'gone') return gone(edit);
      if (decision === 'conflict') return { kind: 'held' };
      const sent = again ?? { ...argumentsOf(edit, test), idempotencyKey: newKey() };
      replace(store, edit.key, other => ({ ...other, sent, state: { phase: 'sending' } }));
      const answer = await this.#callOnce(edit, sent, form);
      if (!isConflict(answer)) {
        await patchOf(store, edit, revision);
        return { kind: 'saved', reply: answer };
      }
      if (tries === MOST_TRIES) throw answer;
      test = await readAnew(this.#parts, edit);
    }
  }

  /** A conflict is returned, not thrown. */
  #callOnce(edit: Edit, sent: Record<string, unknown>, form?: EditForm): Promise<EditReply | AppError>;
  async #callOnce({ key, operation, madeAt }: Edit, sent: Record<string, unknown>, form?: EditForm): Promise<unknown> {
    const { store } = this.#parts;
    try {
      const onPhase = (phase: 'waiting' | 'sending') => {
        replace(store, key, other => ({ ...other, wasLost: true, state: { phase } }));
        if (phase === 'waiting') form?.lost(sent);
      };
      return await this.#call({ name: operation.tool, sent, madeAt, onPhase });
    } catch (error) {
      if (isConflict(error)) return error;
      throw error;
    }
  }

  /** A call that a lost connection cut off is sent once more, unchanged, as soon as it is back. */
  async #call({ name, sent, madeAt, onPhase }: EditCall): Promise<unknown> {
    const { store, session } = this.#parts;
    try {
      return await session.callTool(name, sent);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      this.#savedLate ??= 0;
      onPhase?.('waiting');
      const { connection } = store.getState();
      const since = connection.phase === 'lost' ? Math.max(connection.lostAt, madeAt) : Date.now();
      const leftMs = since + BACK_LIMIT_MS - Date.now();
      const isBack = await waitFor(store, state => state.connection.phase === 'open' || undefined, leftMs);
      if (isBack === undefined) throw error;
      onPhase?.('sending');
      return await session.callTool(name, sent);
    }
  }

  #follow<Reply>(answer: Promise<Reply>, isSaved: (reply: Reply) => boolean): Promise<Reply> {
    this.#underWay.add(answer);
    const end = (count: number) => {
      this.#underWay.delete(answer);
      if (this.#savedLate === undefined) return;
      this.#savedLate += count;
      if (this.#underWay.size > 0) return;
      if (this.#savedLate > 0) this.#parts.onSavedLate?.(this.#savedLate);
      this.#savedLate = undefined;
    };
    answer.then(
      reply => end(isSaved(reply) ? 1 : 0),
      () => end(0),
    );
    return answer;
  }
}

function onceLost(store: IdeStore, onLost: () => void): () => void {
  const look = ({ connection }: ReturnType<IdeStore['getState']>) => {
    if (connection.phase === 'open') return;
    stop();
    onLost();
  };
  const stop = store.subscribe(look);
  look(store.getState());
  return stop;
}

const find = (store: IdeStore, key: string): Edit | undefined => store.getState().edits.find(edit => edit.key === key);

function replace(store: IdeStore, key: string, change: (edit: Edit) => Edit): void {
  store.update(state => ({ ...state, edits: state.edits.map(edit => (edit.key === key ? change(edit) : edit)) }));
}

function remove(store: IdeStore, key: string): void {
  store.update(state => ({ ...state, edits: state.edits.filter(edit => edit.key !== key) }));
}

function hold(store: IdeStore, { key, isInForm }: Edit, state: Edit['state']): void {
  if (isInForm) remove(store, key);
  else replace(store, key, edit => ({ ...edit, state }));
}

function saved(store: IdeStore, edit: Edit, reply: EditReply | undefined): void {
  remove(store, edit.key);
  const after = editedActions(reply);
  store.update(state => ({ ...state, edits: state.edits.map(other => rebase(other, edit, after)) }));
}

function editedActions(reply: EditReply | undefined): Record<string, object> {
  if (reply === undefined) return {};
  if ('action' in reply) return { [reply.action.actionId]: reply.action };
  return Object.fromEntries('actions' in reply ? reply.actions.map(action => [action.actionId, action]) : []);
}

/** Undefined where the test is not open. Errors: `stopped` when another project is shown by now. */
function testOf(store: IdeStore, { testCode, where }: Edit): OpenTest | undefined {
  const state = store.getState();
  if (!isSamePlace(whereShown(state), where)) throw new AppError('stopped', 'You went on to another project.');
  return openTestOf(state, testCode);
}

async function readAnew({ store, session }: EditingParts, edit: Edit): Promise<OpenTest> {
  const testCode = TestCode.parse(edit.testCode);
  testOf(store, edit);
  const { test, sequence } = await session.request('test/open', { testCode });
  if (Object.hasOwn(store.getState().tests, testCode))
    store.update(state => setTest(state, testCode, { phase: 'ready', value: { test, sequence } }));
  else await session.request('test/close', { testCode });
  return test;
}

/** Deleting what is gone already has succeeded. */
function gone({ operation }: Edit): { kind: 'saved'; reply: undefined } {
  if (operation.tool === 'deleteActions') return { kind: 'saved', reply: undefined };
  throw new AppError('not-found', 'Somebody else has deleted the action.');
}

const isConflict = (answer: unknown): answer is AppError => isAppError(answer, 'conflict');

/** The edit is shown until its patch has arrived. */
async function patchOf(store: IdeStore, { testCode }: Edit, revision: string): Promise<void> {
  await waitFor(
    store,
    state => (openTestOf(state, testCode)?.revision === revision ? undefined : true),
    PATCH_LIMIT_MS,
  );
}

/** `crypto.randomUUID` is missing where the page is not served by HTTPS or on this machine. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
