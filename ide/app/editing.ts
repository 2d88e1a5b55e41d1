/** Sends edits to the service one after the other, keeps them while the connection is lost, and settles conflicts. */

import { AppError, isAppError } from '../../model/errors/errors.ts';
import { TestCode } from '../../model/names/codes.ts';
import type { OpenTest } from '../../model/protocol/channel/project-view.ts';
import { ConnectionLost } from './bridge-client.ts';
import { argumentsOf, decideConflict, type Edit, type EditDeed, isSamePlace, rebase } from './edits.ts';
import { setTest } from './project-updates.ts';
import type { Session } from './session.ts';
import { openTestOf, whereShown } from './state.ts';
import { type IdeStore, waitFor } from './store.ts';
import type { ArgumentsOf, EditReply, ReplyOf, ToolName } from './tool-replies.ts';
import { lostCall, lostEdit } from './waiting-changes.ts';

const PATCH_LIMIT_MS = 4_000;
const MOST_TRIES = 5;

/** `queued`: it waits for the connection, or for a decision of the person. */
export type EditOutcome =
  | { kind: 'saved'; reply: EditReply | undefined }
  | { kind: 'queued' }
  | { kind: 'failed'; error: AppError };

export type NewEdit = Omit<Edit, 'key' | 'where' | 'state'>;

interface EditingParts {
  store: IdeStore;
  session: Pick<Session, 'request' | 'callTool'>;
  /** Called before each edit of this person. */
  onEdit?(): void;
}

export class Editing {
  readonly #parts: EditingParts;
  /** Tests of which an edit is under way: one at a time. */
  readonly #busy = new Set<string>();
  /** Those who want to know what became of their edit. */
  readonly #waiting = new Map<string, (outcome: EditOutcome) => void>();
  /** What the service has yet to answer. */
  readonly #underWay = new Set<Promise<unknown>>();

  #isFlushing = false;

  constructor(parts: EditingParts) {
    this.#parts = parts;
  }

  submit(given: NewEdit): Promise<EditOutcome> {
    this.#parts.onEdit?.();
    const where = whereShown(this.#parts.store.getState());
    if (where === undefined) throw new Error('No project is shown that could be edited.');
    const edit: Edit = { ...given, where, key: newKey(), state: { phase: 'waiting' } };
    this.#parts.store.update(state => ({ ...state, edits: [...state.edits, edit] }));
    const outcome = new Promise<EditOutcome>(resolve => this.#waiting.set(edit.key, resolve));
    void this.#sendAll(edit.testCode);
    return this.#follow(outcome);
  }

  /** Resolves when what was shown as done up to now is done, refused or waits for the connection. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#underWay);
  }

  /** Sends an edit that failed or met a conflict once more; it wins over what is there. */
  async retry(key: string): Promise<void> {
    const { store } = this.#parts;
    // What is there now is what the person has seen.
    replace(store, key, ({ bases: _bases, sent: _sent, ...edit }) => ({ ...edit, state: { phase: 'waiting' } }));
    const edit = store.getState().edits.find(other => other.key === key);
    if (edit !== undefined) await this.#sendAll(edit.testCode);
  }

  discard(key: string): void {
    remove(this.#parts.store, key);
  }

  /** Of a test; for those who show themselves what went wrong. */
  discardFailed(testCode: string): void {
    const isFailed = ({ state, ...edit }: Edit) =>
      edit.testCode === testCode && state.phase === 'failed' && state.isLate !== true;
    this.#parts.store.update(state => ({ ...state, edits: state.edits.filter(edit => !isFailed(edit)) }));
  }

  /** One call of a tool that changes something; undefined when it waits for the connection. Errors: those of the tool. */
  change<Name extends ToolName>(name: Name, given: ArgumentsOf<NoInfer<Name>>): Promise<ReplyOf<Name> | undefined>;
  change(name: string, given: Record<string, unknown>): Promise<unknown> {
    this.#parts.onEdit?.();
    return this.#follow(callOrWait(this.#parts, name, given));
  }

  /** Sends what waits. Resolves with how many were saved, and what went wrong; at once where it is being sent already. */
  async flush(): Promise<{ saved: number; problems: string[] }> {
    if (this.#isFlushing) return { saved: 0, problems: [] };
    this.#isFlushing = true;
    try {
      return await this.#flushAll();
    } finally {
      this.#isFlushing = false;
    }
  }

  async #flushAll(): Promise<{ saved: number; problems: string[] }> {
    const state = this.#parts.store.getState();
    const edits = state.edits.filter(({ where }) => isSamePlace(whereShown(state), where));
    const tests = [...new Set(edits.map(edit => edit.testCode))];
    const sent = await Promise.all(tests.map(testCode => this.#sendAll(testCode)));
    const outcomes = sent.flatMap(outcome => [...outcome.values()]);
    const calls = await sendCalls(this.#parts);
    const problems = outcomes.flatMap(outcome =>
      outcome.kind === 'failed' && outcome.error.kind !== 'not-found' ? [outcome.error.message] : [],
    );
    const saved = outcomes.filter(outcome => outcome.kind === 'saved').length;
    return { saved: saved + calls, problems };
  }

  /** The waiting edits of a test in order, until none is left or one has to wait. */
  async #sendAll(testCode: string): Promise<Map<string, EditOutcome>> {
    const { store } = this.#parts;
    const outcomes = new Map<string, EditOutcome>();
    if (this.#busy.has(testCode)) return outcomes;
    this.#busy.add(testCode);
    try {
      for (let edit = nextOf(store, testCode); edit !== undefined; edit = nextOf(store, testCode)) {
        replace(store, edit.key, other => ({ ...other, state: { phase: 'sending' } }));
        const outcome = await send(this.#parts, edit);
        outcomes.set(edit.key, outcome);
        settle(store, edit, { outcome, isLate: !this.#waiting.has(edit.key) });
        this.#tell(edit.key, outcome);
        // One in conflict waits for the person; the others do not.
        if (phaseOf(store, edit.key) === 'waiting') break;
      }
    } finally {
      this.#busy.delete(testCode);
      const left = store.getState().edits.filter(edit => edit.testCode === testCode);
      for (const { key } of left) this.#tell(key, { kind: 'queued' });
    }
    return outcomes;
  }

  #follow<Reply>(answer: Promise<Reply>): Promise<Reply> {
    this.#underWay.add(answer);
    const forget = () => this.#underWay.delete(answer);
    answer.then(forget, forget);
    return answer;
  }

  #tell(key: string, outcome: EditOutcome): void {
    this.#waiting.get(key)?.(outcome);
    this.#waiting.delete(key);
  }
}

const nextOf = (store: IdeStore, testCode: string): Edit | undefined => {
  const state = store.getState();
  const where = whereShown(state);
  if (state.connection.phase !== 'open') return undefined;
  return state.edits.find(
    edit => edit.testCode === testCode && edit.state.phase === 'waiting' && isSamePlace(where, edit.where),
  );
};

const phaseOf = (store: IdeStore, key: string) => store.getState().edits.find(edit => edit.key === key)?.state.phase;

function replace(store: IdeStore, key: string, change: (edit: Edit) => Edit): void {
  store.update(state => ({ ...state, edits: state.edits.map(edit => (edit.key === key ? change(edit) : edit)) }));
}

function remove(store: IdeStore, key: string): void {
  store.update(state => ({ ...state, edits: state.edits.filter(edit => edit.key !== key) }));
}

interface Settled {
  outcome: EditOutcome;
  /** Nobody waits for it any more. */
  isLate: boolean;
}

function settle(store: IdeStore, done: Edit, { outcome, isLate }: Settled): void {
  if (outcome.kind === 'saved') {
    const after = editedActions(outcome.reply);
    remove(store, done.key);
    store.update(state => ({ ...state, edits: state.edits.map(edit => rebase(edit, done, after)) }));
  }
  if (outcome.kind !== 'failed') return;
  const { kind, message, detail } = outcome.error;
  // Without its action it has no row that could show it.
  if (kind !== 'not-found') {
    const failed = { phase: 'failed' as const, message, field: detail.field, isLate };
    replace(store, done.key, edit => ({ ...edit, state: failed }));
    return;
  }
  remove(store, done.key);
  if (isLate) store.update(state => ({ ...state, lostChanges: [...state.lostChanges, lostEdit(done, message)] }));
}

/** The actions of an answer, one or several, by their ids. */
function editedActions(reply: EditReply | undefined): Record<string, object> {
  if (reply === undefined) return {};
  if ('action' in reply) return { [reply.action.actionId]: reply.action };
  return Object.fromEntries('actions' in reply ? reply.actions.map(action => [action.actionId, action]) : []);
}

async function readAnew({ store, session }: EditingParts, testCode: string): Promise<OpenTest> {
  const { test, sequence } = await session.request('test/open', { testCode: TestCode.parse(testCode) });
  if (Object.hasOwn(store.getState().tests, testCode))
    store.update(state => setTest(state, testCode, { phase: 'ready', value: { test, sequence } }));
  else await session.request('test/close', { testCode: TestCode.parse(testCode) });
  return test;
}

/** Refused edits are sent again as long as what they are about is as it was. */
async function send(parts: EditingParts, edit: Edit): Promise<EditOutcome> {
  const { store } = parts;
  try {
    return await sendUntilSettled(parts, edit);
  } catch (error) {
    if (error instanceof ConnectionLost) return held(store, edit, 'waiting');
    if (isAppError(error)) return { kind: 'failed', error };
    throw error;
  }
}

async function sendUntilSettled(parts: EditingParts, edit: Edit): Promise<EditOutcome> {
  const { store, session } = parts;
  let test = openTestOf(store.getState(), edit.testCode) ?? (await readAnew(parts, edit.testCode));
  for (let tries = 1; ; tries += 1) {
    const { revision } = test;
    const again = tries === 1 ? edit.sent : undefined;
    // What was read again since may have been changed by others; what was sent before may have been done already.
    const decision = again === undefined ? decideConflict(edit, test) : 'again';
    if (decision === 'gone') return gone(edit);
    if (decision === 'conflict') return held(store, edit, 'conflict');
    const sent = again ?? { ...argumentsOf(edit, test), idempotencyKey: newKey() };
    replace(store, edit.key, other => ({ ...other, sent }));
    const answer = await callOnce(session, edit.deed.tool, sent);
    if (!isConflict(answer)) {
      await patchOf(store, edit.testCode, revision);
      return { kind: 'saved', reply: answer };
    }
    if (tries === MOST_TRIES) return { kind: 'failed', error: answer };
    test = await readAnew(parts, edit.testCode);
  }
}

/** What was to be deleted is. */
function gone({ deed }: Edit): EditOutcome {
  if (deed.tool === 'deleteActions') return { kind: 'saved', reply: undefined };
  return { kind: 'failed', error: new AppError('not-found', 'Somebody else has deleted the action.') };
}

const isConflict = (answer: unknown): answer is AppError => isAppError(answer, 'conflict');

/** A conflict is an answer like others. */
function callOnce(
  session: EditingParts['session'],
  tool: EditDeed['tool'],
  given: Record<string, unknown>,
): Promise<EditReply | AppError>;
async function callOnce(session: EditingParts['session'], tool: string, given: Record<string, unknown>) {
  try {
    return await session.callTool(tool, given);
  } catch (error) {
    if (isConflict(error)) return error;
    throw error;
  }
}

function held(store: IdeStore, edit: Edit, phase: 'conflict' | 'waiting'): EditOutcome {
  replace(store, edit.key, other => ({ ...other, state: { phase } }));
  return { kind: 'queued' };
}

/** Until the change is in what the page shows, the edit stands in for it. */
async function patchOf(store: IdeStore, testCode: string, revision: string): Promise<void> {
  await waitFor(
    store,
    state => (openTestOf(state, testCode)?.revision === revision ? undefined : true),
    PATCH_LIMIT_MS,
  );
}

interface Parts {
  store: IdeStore;
  session: Pick<Session, 'callTool'>;
}

/** `crypto.randomUUID` is missing where the page is not served by HTTPS or on this machine. */
const newKey = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');

/** Calls a tool that changes something; without a connection the call is kept. */
async function callOrWait({ store, session }: Parts, name: string, given: Record<string, unknown>): Promise<unknown> {
  const key = newKey();
  const call = { key, name, arguments: { ...whereShown(store.getState()), ...given } };
  try {
    return await session.callTool(name, { ...call.arguments, idempotencyKey: key });
  } catch (error) {
    if (!(error instanceof ConnectionLost)) throw error;
    store.update(state => ({ ...state, waitingCalls: [...state.waitingCalls, call] }));
    return undefined;
  }
}

async function sendCalls({ store, session }: Parts): Promise<number> {
  let saved = 0;
  for (const call of store.getState().waitingCalls) {
    const { key, name, arguments: given } = call;
    try {
      await session.callTool(name, { ...given, idempotencyKey: key });
      saved += 1;
    } catch (error) {
      if (error instanceof ConnectionLost) break;
      const lost = lostCall(call, error instanceof Error ? error.message : String(error));
      store.update(state => ({ ...state, lostChanges: [...state.lostChanges, lost] }));
    }
    store.update(state => ({ ...state, waitingCalls: state.waitingCalls.filter(call => call.key !== key) }));
  }
  return saved;
}
