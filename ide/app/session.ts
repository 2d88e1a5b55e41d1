/** The page's life with the service: signs in, connects, and calls tools for the project that the page follows. */
import { z } from 'zod';
import { AppError, isAppError, toErrorKind } from '../../model/errors/errors.ts';
import { IdeId } from '../../model/protocol/channel/channel.ts';
import type { IdeReport } from '../../model/protocol/channel/selection.ts';
import { sessionProof } from '../../model/protocol/channel/session.ts';
import {
  type BridgeClient,
  type BridgeEvents,
  ConnectionLost,
  createBridgeClient,
  type RequestOptions,
} from './bridge-client.ts';
import type { KeptSession } from './browser-storage.ts';
import { readFragment, readSession, type SignInAnswer, type SignInWords, sessionHeaders, signIn } from './sign-in.ts';
import type { IdeState } from './state.ts';
import type { IdeStore } from './store.ts';
import type { ArgumentsOf, ReplyOf, ToolName } from './tool-replies.ts';

const IDE_ID_KEY = 'steploom.ide';
const SIGNED_OUT = 'You are no longer signed in: the service was restarted, or you were signed out.';

interface SessionOptions {
  store: IdeStore;
  socketUrl: string;
  kept: KeptSession;
  tabStorage: Pick<Storage, 'getItem' | 'setItem'>;
  events: Pick<BridgeEvents, 'notices' | 'navigate'>;
  /** The connection is open, and the service knows the page. */
  greeted(): void;
}

export class Session {
  readonly #options: SessionOptions;
  readonly #client: BridgeClient;
  #report: IdeReport | undefined;
  #reported = '';

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#client = createBridgeClient({
      url: options.socketUrl,
      proof: () => this.proof(),
      events: {
        ...options.events,
        opened: () => void this.#greet().catch(() => this.retryNow()),
        lost: ({ retryInMs }) => {
          options.store.update(state => lose(state, retryInMs));
          void this.#checkSession();
        },
      },
    });
    options.kept.onChange(() => void this.#follow());
  }

  /** A browser may refuse to store the session. */
  get isLasting(): boolean {
    return this.#options.kept.isLasting;
  }

  readonly request: BridgeClient['request'] = (name, params, options) => this.#client.request(name, params, options);

  /** `hash`: the fragment of the address, which may hold a code. */
  async start(hash: string): Promise<void> {
    const { code, ideId } = readFragment(hash);
    if (ideId !== undefined && IdeId.safeParse(ideId).success) this.#options.tabStorage.setItem(IDE_ID_KEY, ideId);
    const answer = code === undefined ? undefined : await this.#exchange({ code });
    await this.#connectIfSignedIn();
    // A used code does not matter where the page is signed in already.
    if (answer !== undefined) this.#showProblem(answer);
  }

  async signIn(words: SignInWords): Promise<void> {
    const answer = await this.#exchange(words);
    if (answer.ok) await this.#connectIfSignedIn();
    else this.#showProblem(answer);
  }

  /** Signs out all tabs that share the session. Errors: `ConnectionLost`, those of the service. */
  async signOut(): Promise<void> {
    const { kept, store } = this.#options;
    // The service closes the socket, which would look like a lost connection.
    this.#client.dispose();
    try {
      await this.fetch('/api/sign-out', { method: 'POST' });
    } catch (error) {
      this.#client.connect();
      throw error;
    }
    kept.value = undefined;
    const { signInBy: by = 'code' } = (await readSession(undefined)) ?? {};
    store.update(state => ({ ...state, signIn: { phase: 'signed-out', by }, connection: { phase: 'connecting' } }));
  }

  proof(): string {
    return sessionProof(this.#options.kept.value ?? '');
  }

  /** Sends the session along. Errors: `ConnectionLost`, `not-found`, and those of the service. */
  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = sessionHeaders(this.#options.kept.value);
    const response = await fetch(path, { ...init, headers }).catch(() => undefined);
    init.signal?.throwIfAborted();
    if (response === undefined) throw new ConnectionLost('The service does not answer.');
    if (!response.ok) throw await refusalOf(response);
    return response;
  }

  retryNow(): void {
    this.#client.retryNow();
  }

  /** Skips a report that the service has already. */
  report(report: IdeReport): void {
    this.#report = report;
    const text = JSON.stringify(report);
    if (text === this.#reported || this.#options.store.getState().connection.phase !== 'open') return;
    this.#reported = text;
    this.#client.notify('ide/report', report);
  }

  /** As `callTool`, with the types of the tool. */
  call<Name extends ToolName>(
    name: Name,
    given: ArgumentsOf<NoInfer<Name>>,
    options?: RequestOptions,
  ): Promise<ReplyOf<Name>>;
  call(name: string, given: Record<string, unknown>, options?: RequestOptions): Promise<unknown> {
    return this.callTool(name, given, options);
  }

  /** Adds the followed project and version; remembers tools that this service does not have. */
  async callTool(name: string, given: Record<string, unknown> = {}, options?: RequestOptions): Promise<unknown> {
    const { store } = this.#options;
    try {
      return await this.request('tools/call', { name, arguments: { ...whereOf(store.getState()), ...given } }, options);
    } catch (error) {
      if (isAppError(error, 'method-not-found'))
        store.update(state => ({ ...state, unknownTools: new Set([...state.unknownTools, name]) }));
      throw error;
    }
  }

  async #greet(): Promise<void> {
    const { store, tabStorage, greeted } = this.#options;
    const ideId = IdeId.safeParse(tabStorage.getItem(IDE_ID_KEY)).data;
    const hello = await this.request('ide/hello', { ideId });
    tabStorage.setItem(IDE_ID_KEY, hello.ideId);
    store.update(state => ({ ...state, ...hello, connection: { phase: 'open' } }));
    this.#reported = '';
    if (this.#report !== undefined) this.report(this.#report);
    greeted();
  }

  async #exchange(words: SignInWords): Promise<SignInAnswer> {
    const { kept } = this.#options;
    const answer = await signIn(words, kept.value);
    if (answer.ok) kept.value = answer.session;
    return answer;
  }

  async #connectIfSignedIn(): Promise<void> {
    const { store, kept } = this.#options;
    const answer = await readSession(kept.value);
    // The socket keeps trying while the service does not answer.
    const isOut = answer?.signedIn === false;
    const signIn: IdeState['signIn'] = isOut ? { phase: 'signed-out', by: answer.signInBy } : { phase: 'signed-in' };
    store.update(state => ({ ...state, signIn }));
    if (!isOut) this.#client.connect();
  }

  /** Asks why a socket was closed or refused rather than guessing. */
  async #checkSession(): Promise<void> {
    const { store, kept } = this.#options;
    const asked = kept.value;
    const answer = await readSession(asked);
    if (answer?.signedIn !== false || asked !== kept.value) return;
    this.#client.dispose();
    const signIn: IdeState['signIn'] = { phase: 'signed-out', by: answer.signInBy, problem: SIGNED_OUT };
    store.update(state =>
      state.signIn.phase === 'signed-out' ? state : { ...state, signIn, connection: { phase: 'connecting' } },
    );
  }

  async #follow(): Promise<void> {
    if (this.#options.kept.value === undefined) await this.#checkSession();
    else await this.#connectIfSignedIn();
  }

  #showProblem(answer: SignInAnswer): void {
    this.#options.store.update(state =>
      answer.ok || state.signIn.phase !== 'signed-out'
        ? state
        : { ...state, signIn: { ...state.signIn, problem: answer.problem } },
    );
  }
}

const Refusal = z.object({ error: z.string(), message: z.string() });

async function refusalOf(response: Response): Promise<AppError> {
  const { error, message } = Refusal.safeParse(await response.json().catch(() => undefined)).data ?? {};
  return new AppError(toErrorKind(error), message ?? `The service answered with ${response.status}.`);
}

function lose(state: IdeState, retryInMs: number): IdeState {
  const lostAt = state.connection.phase === 'lost' ? state.connection.lostAt : Date.now();
  return { ...state, connection: { phase: 'lost', lostAt, retryAt: Date.now() + retryInMs } };
}

function whereOf({ project }: IdeState): Record<string, unknown> {
  const versionId = project?.snapshot.phase === 'ready' ? project.snapshot.value.versionId : project?.versionId;
  return { projectId: project?.projectId, versionId };
}
