/** The page's life with the service: signs in, connects, and calls tools for the project that the page follows. */
import type { z } from 'zod';
import { CLOSE_CODES, IdeId } from '../../model/protocol/channel/channel.ts';
import type { IdeReport } from '../../model/protocol/channel/selection.ts';
import { isAppError } from '../../model/protocol/errors.ts';
import { type BridgeClient, type BridgeEvents, createBridgeClient, type RequestOptions } from './bridge-client.ts';
import { readFragment, readSession, type SignInAnswer, type SignInWords, signIn } from './sign-in.ts';
import type { IdeState } from './state.ts';
import type { IdeStore } from './store.ts';

const IDE_ID_KEY = 'steploom.ide';
const SIGNED_OUT = 'You are not signed in any more: the service was started anew, or you were signed out.';

export interface SessionOptions {
  store: IdeStore;
  socketUrl: string;
  /** Keeps the name of this page over reloads. */
  tabStorage: Pick<Storage, 'getItem' | 'setItem'>;
  events: Pick<BridgeEvents, 'notices' | 'navigate'>;
  /** The connection stands, and the service knows the page. */
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
      stopsAt: [CLOSE_CODES.signedOut],
      events: {
        ...options.events,
        opened: () => void this.#greet().catch(() => this.retryNow()),
        lost: ({ retryInMs }) => {
          options.store.update(state => lose(state, retryInMs));
          void this.#checkSession();
        },
      },
    });
  }

  readonly request: BridgeClient['request'] = (name, params, options) => this.#client.request(name, params, options);

  /** Begins with the fragment of the address, which may hold a code. */
  async start(hash: string): Promise<void> {
    const { code, ideId } = readFragment(hash);
    if (ideId !== undefined && IdeId.safeParse(ideId).success) this.#options.tabStorage.setItem(IDE_ID_KEY, ideId);
    const answer = code === undefined ? undefined : await signIn({ code });
    await this.#connectIfSignedIn();
    // A code that was used up is of no interest where the page is signed in already.
    if (answer !== undefined) this.#tellProblem(answer);
  }

  async signIn(words: SignInWords): Promise<void> {
    const answer = await signIn(words);
    if (answer.ok) await this.#connectIfSignedIn();
    else this.#tellProblem(answer);
  }

  retryNow(): void {
    this.#client.retryNow();
  }

  /** Tells the service what is shown, unless it knows. */
  report(report: IdeReport): void {
    this.#report = report;
    const text = JSON.stringify(report);
    if (text === this.#reported || this.#options.store.getState().connection.phase !== 'open') return;
    this.#reported = text;
    this.#client.notify('ide/report', report);
  }

  /** Calls a tool for the project and version that the page follows; notes tools that this service does not have. */
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

  async #connectIfSignedIn(): Promise<void> {
    const { store } = this.#options;
    const answer = await readSession();
    // Where the service does not answer the socket goes on trying.
    const isOut = answer?.signedIn === false;
    const signIn: IdeState['signIn'] = isOut ? { phase: 'signed-out', by: answer.signInBy } : { phase: 'signed-in' };
    store.update(state => ({ ...state, signIn }));
    if (!isOut) this.#client.connect();
  }

  /** The upgrade of a socket is refused without a reason that scripts can see. */
  async #checkSession(): Promise<void> {
    const answer = await readSession();
    if (answer?.signedIn !== false) return;
    this.#client.dispose();
    const signIn: IdeState['signIn'] = { phase: 'signed-out', by: answer.signInBy, problem: SIGNED_OUT };
    this.#options.store.update(state => ({ ...state, signIn }));
  }

  #tellProblem(answer: SignInAnswer): void {
    this.#options.store.update(state =>
      answer.ok || state.signIn.phase !== 'signed-out'
        ? state
        : { ...state, signIn: { ...state.signIn, problem: answer.problem } },
    );
  }
}

function lose(state: IdeState, retryInMs: number | undefined): IdeState {
  const lostAt = state.connection.phase === 'lost' ? state.connection.lostAt : Date.now();
  const retryAt = retryInMs === undefined ? undefined : Date.now() + retryInMs;
  return { ...state, connection: { phase: 'lost', lostAt, retryAt } };
}

function whereOf({ project }: IdeState): Record<string, unknown> {
  const versionId = project?.snapshot.phase === 'ready' ? project.snapshot.value.versionId : project?.versionId;
  return { projectId: project?.projectId, versionId };
}

/** A tool's answer in the shape that the page reads. */
export async function readTool<Reply>(
  session: Pick<Session, 'callTool'>,
  schema: z.ZodType<Reply>,
  call: { name: string; given?: Record<string, unknown>; options?: RequestOptions },
): Promise<Reply> {
  return schema.parse(await session.callTool(call.name, call.given, call.options));
}
