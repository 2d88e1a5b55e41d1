import type { WebSocket } from 'ws';
import type { z } from 'zod';
import { AppError, toErrorKind } from '../../model/errors/errors.ts';
import { explainIssues } from '../../model/errors/explain-issues.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import {
  type CallProgress,
  ChannelMessage,
  type IdeId,
  type NoticeOf,
  PAGE_NOTICES,
  PAGE_REQUESTS,
  type PageParams,
  type PageRequestName,
  type PageResult,
  SERVICE_REQUESTS,
  type ServiceNoticeName,
} from '../../model/protocol/channel/channel.ts';
import type { PageService, ProjectSubscription } from '../../model/protocol/channel/page-service.ts';
import type { IdeDestination, IdeReport } from '../../model/protocol/channel/selection.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { HubLimits } from './hub-limits.ts';
import { PageSocket } from './page-socket.ts';

interface ConnectionOptions {
  limits: HubLimits;
  service: PageService;
  /** The wanted id where it is free. */
  giveId(connection: PageConnection, wanted: IdeId | undefined): IdeId;
  onReport(connection: PageConnection): void;
}

interface OpenQuestion {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

type PageRequest = Extract<ChannelMessage, { id: number; method: string }>;

interface PageCall {
  signal: AbortSignal;
  report(progress: CallProgress): void;
}

type PageRoute = (params: unknown, call: PageCall) => Promise<unknown>;

function route<Params extends z.ZodType, Result extends z.ZodType>(
  { params: schema }: { params: Params; result: Result },
  run: (params: z.output<Params>, call: PageCall) => z.output<Result> | Promise<z.output<Result>>,
): PageRoute {
  return async (params, call) => {
    const parsed = schema.safeParse(params);
    if (!parsed.success) throw explainIssues(parsed.error, params, { schema });
    return run(parsed.data, call);
  };
}

export class PageConnection extends PageSocket<typeof ChannelMessage> {
  readonly #options: ConnectionOptions;
  readonly #asked = new Map<number, OpenQuestion>();
  readonly #underWay = new Map<number, AbortController>();
  #nextId = 1;
  #report: IdeReport | undefined;
  #ideId: IdeId | undefined;
  #followed: ProjectSubscription | undefined;
  #isGone = false;

  constructor(socket: WebSocket, options: ConnectionOptions) {
    super(socket, {
      limits: options.limits,
      messages: ChannelMessage,
      onMessage: message => this.#receive(message),
    });
    this.#options = options;
    const stop = options.service.onProjects(projects => this.notify('projects/changed', { projects }));
    this.onClose(() => {
      stop();
      this.#end();
    });
  }

  /** Undefined before its hello. */
  get ideId(): IdeId | undefined {
    return this.#ideId;
  }

  get report(): IdeReport | undefined {
    return this.#report;
  }

  notify<Name extends ServiceNoticeName>(method: Name, params: NoticeOf<Name>): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Errors: those that the page names, `timeout`, `ide-not-open` when it goes away meanwhile. */
  async navigate(destination: IdeDestination, { signal, timeoutMs }: CallOptions): Promise<IdeReport> {
    const limitMs = timeoutMs ?? this.#options.limits.answerMs;
    const id = this.#nextId;
    this.#nextId += 1;
    const answered = new Promise<unknown>((resolve, reject) => this.#asked.set(id, { resolve, reject }));
    const giveUp = (error: unknown) => this.#asked.get(id)?.reject(error);
    const cancelled = () => giveUp(signal.reason);
    signal.addEventListener('abort', cancelled, { once: true });
    const timer = setTimeout(() => giveUp(tooLate(limitMs)), limitMs);
    this.#send({ jsonrpc: '2.0', id, method: 'ide/navigate', params: destination });
    try {
      return SERVICE_REQUESTS['ide/navigate'].result.parse(await answered);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancelled);
      this.#asked.delete(id);
    }
  }

  readonly #routes: Readonly<Record<PageRequestName, PageRoute>> = {
    'ide/hello': route(PAGE_REQUESTS['ide/hello'], ({ ideId: wanted }) => {
      const hello = this.#options.service.hello();
      const ideId = this.#options.giveId(this, wanted);
      this.#ideId = ideId;
      return { ...hello, ideId };
    }),
    'project/open': route(PAGE_REQUESTS['project/open'], params => this.#open(params)),
    'project/close': route(PAGE_REQUESTS['project/close'], () => {
      this.#followed?.stop();
      this.#followed = undefined;
      return {};
    }),
    'test/open': route(PAGE_REQUESTS['test/open'], params => this.#following().openTest(params)),
    'test/close': route(PAGE_REQUESTS['test/close'], params => {
      this.#followed?.closeTest(params);
      return {};
    }),
    'tools/call': route(PAGE_REQUESTS['tools/call'], (params, call) =>
      this.#options.service.callTool(params, { ...call, ideId: this.#ideId }),
    ),
  };

  #send(message: ChannelMessage): void {
    this.send(message);
  }

  #receive(message: ChannelMessage): void {
    if ('result' in message) this.#asked.get(message.id)?.resolve(message.result);
    else if ('error' in message) this.#refused(message);
    else if ('id' in message) this.#answer(message);
    else this.#notice(message.method, message.params);
  }

  #refused({ id, error }: Extract<ChannelMessage, { error: unknown }>): void {
    const reason = error.data?.reason;
    const kind = toErrorKind(typeof reason === 'string' ? reason : undefined);
    if (id !== null) this.#asked.get(id)?.reject(new AppError(kind, error.message));
  }

  #notice(method: string, params: unknown): void {
    const report = PAGE_NOTICES['ide/report'].safeParse(params);
    const cancelled = PAGE_NOTICES['request/cancel'].safeParse(params);
    if (method === 'ide/report' && report.success) {
      this.#report = report.data;
      this.#options.onReport(this);
    } else if (method === 'request/cancel' && cancelled.success)
      this.#underWay.get(cancelled.data.id)?.abort(new AppError('stopped', 'The call was cancelled.'));
    else this.close('misused', 'Not a message of a page.');
  }

  #answer(request: PageRequest): void {
    const fault = this.#fault(request.id);
    if (fault === undefined) this.#begin(request);
    else this.#fail(request.id, fault);
  }

  #begin({ id, method, params = {} }: PageRequest): void {
    const cancelling = new AbortController();
    this.#underWay.set(id, cancelling);
    const report: PageCall['report'] = progress => {
      if (this.#underWay.get(id) === cancelling) this.notify('request/progress', { id, ...progress });
    };
    this.#perform(method, params, { signal: cancelling.signal, report }).then(
      result => {
        this.#underWay.delete(id);
        this.#send({ jsonrpc: '2.0', id, result: result ?? null });
      },
      (error: unknown) => {
        this.#underWay.delete(id);
        this.#fail(id, error);
      },
    );
  }

  #fault(id: number): AppError | undefined {
    if (this.#underWay.has(id)) return new AppError('invalid-request', `Request ${id} is in progress.`);
    if (this.#underWay.size < this.#options.limits.requestsInFlight) return undefined;
    return new AppError('busy', `${this.#underWay.size} requests of this page are under way.`);
  }

  #fail(id: number, error: unknown): void {
    this.#send({ jsonrpc: '2.0', id, error: { ...this.#options.service.explain(error) } });
  }

  async #perform(method: string, params: unknown, call: PageCall): Promise<unknown> {
    const known = isKnown(method) ? this.#routes[method] : undefined;
    if (known === undefined)
      throw new AppError('method-not-found', `No method ${JSON.stringify(method.slice(0, 100))}.`);
    return known(params, call);
  }

  async #open(params: PageParams<'project/open'>): Promise<PageResult<'project/open'>> {
    const followed = await this.#options.service.follow(params, {
      ideId: this.#ideId,
      notify: (method, notice) => this.notify(method, notice),
    });
    this.#followed?.stop();
    this.#followed = followed;
    // The page may be gone by now.
    if (this.#isGone) followed.stop();
    return followed.opened;
  }

  #following(): ProjectSubscription {
    if (this.#followed !== undefined) return this.#followed;
    throw new AppError('invalid-request', 'The page has no project open; call project/open first.');
  }

  /** Its calls go on; it gets no results. */
  #end(): void {
    this.#isGone = true;
    this.#followed?.stop();
    for (const { reject } of this.#asked.values())
      reject(new AppError('ide-not-open', 'The IDE window was closed before it answered.', { next: 'openIDE' }));
    this.#asked.clear();
  }
}

const isKnown = (method: string): method is PageRequestName => Object.hasOwn(PAGE_REQUESTS, method);

const tooLate = (timeoutMs: number): AppError =>
  new AppError('timeout', `The IDE window did not answer within ${inSeconds(timeoutMs)}.`, { next: 'getIDEState' });
