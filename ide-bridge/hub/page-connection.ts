import type { WebSocket } from 'ws';
import { AppError, toErrorKind } from '../../model/errors/errors.ts';
import type { CallOptions } from '../../model/protocol/app-window.ts';
import {
  type ChannelMessage,
  type CLOSE_CODES,
  type IdeId,
  type NoticeOf,
  PAGE_NOTICES,
  SERVICE_REQUESTS,
  type ServiceNoticeName,
  type ServiceRequestName,
} from '../../model/protocol/channel/channel.ts';
import type { PageService } from '../../model/protocol/channel/page-service.ts';
import type { IdeDestination, IdeReport } from '../../model/protocol/channel/selection.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import { ChannelSocket } from './channel-socket.ts';
import type { HubLimits } from './hub-limits.ts';
import { PageRequests } from './page-requests.ts';

interface Options {
  limits: HubLimits;
  service: PageService;
  /** Gives a page its id, the one it asks for where that is free. */
  giveId(connection: PageConnection, wanted: IdeId | undefined): IdeId;
  /** Told whenever the page says something new of itself. */
  onReport(connection: PageConnection): void;
}

interface Waiting {
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** A page of the IDE that is connected and signed in. */
export class PageConnection {
  readonly #socket: ChannelSocket;
  readonly #options: Options;
  readonly #requests: PageRequests;
  readonly #waiting = new Map<number, Waiting>();
  #nextId = 1;
  #report: IdeReport | undefined;
  #ideId: IdeId | undefined;

  constructor(socket: WebSocket, options: Options) {
    this.#options = options;
    this.#socket = new ChannelSocket(socket, {
      limits: options.limits,
      onMessage: message => this.#receive(message),
    });
    this.#requests = new PageRequests({
      service: options.service,
      mostInFlight: options.limits.requestsInFlight,
      reply: message => this.#socket.send(message),
      notify: (method, params) => this.notify(method, params),
      hello: wanted => {
        this.#ideId = options.giveId(this, wanted);
        return this.#ideId;
      },
    });
    const stop = options.service.onProjects(projects => this.notify('projects/changed', { projects }));
    this.#socket.onClose(() => {
      stop();
      this.#end();
    });
  }

  /** Undefined until it has said hello. */
  get ideId(): IdeId | undefined {
    return this.#ideId;
  }

  /** What it said of itself last. */
  get report(): IdeReport | undefined {
    return this.#report;
  }

  onClose(listener: () => void): void {
    this.#socket.onClose(listener);
  }

  notify<Name extends ServiceNoticeName>(method: Name, params: NoticeOf<Name>): void {
    this.#socket.send({ jsonrpc: '2.0', method, params });
  }

  /** Has the page go somewhere. Errors: those that the page names, `timeout`, `ide-not-open` when it goes away meanwhile. */
  async navigate(destination: IdeDestination, options: CallOptions): Promise<IdeReport> {
    const { result } = SERVICE_REQUESTS['ide/navigate'];
    return result.parse(await this.#ask('ide/navigate', destination, options));
  }

  close(code: keyof typeof CLOSE_CODES, reason: string): void {
    this.#socket.close(code, reason);
  }

  terminate(): void {
    this.#socket.terminate();
  }

  async #ask(method: ServiceRequestName, params: object, { signal, timeoutMs }: CallOptions): Promise<unknown> {
    const limitMs = timeoutMs ?? this.#options.limits.answerMs;
    const id = this.#nextId;
    this.#nextId += 1;
    const answered = new Promise<unknown>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    const giveUp = (error: unknown) => this.#waiting.get(id)?.reject(error);
    const cancelled = () => giveUp(signal.reason);
    signal.addEventListener('abort', cancelled, { once: true });
    const timer = setTimeout(() => giveUp(tooLate(limitMs)), limitMs);
    this.#socket.send({ jsonrpc: '2.0', id, method, params });
    try {
      return await answered;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancelled);
      this.#waiting.delete(id);
    }
  }

  #receive(message: ChannelMessage): void {
    if ('result' in message) this.#waiting.get(message.id)?.resolve(message.result);
    else if ('error' in message) this.#refused(message);
    else if ('id' in message) this.#requests.answer(message);
    else this.#notice(message.method, message.params);
  }

  #refused({ id, error }: Extract<ChannelMessage, { error: unknown }>): void {
    const reason = error.data?.reason;
    const kind = toErrorKind(typeof reason === 'string' ? reason : undefined);
    if (id !== null) this.#waiting.get(id)?.reject(new AppError(kind, error.message));
  }

  #notice(method: string, params: unknown): void {
    const report = PAGE_NOTICES['ide/report'].safeParse(params);
    const cancelled = PAGE_NOTICES['request/cancel'].safeParse(params);
    if (method === 'ide/report' && report.success) {
      this.#report = report.data;
      this.#options.onReport(this);
    } else if (method === 'request/cancel' && cancelled.success) this.#requests.cancel(cancelled.data.id);
    else this.#socket.close('misused', 'Not a message of a page.');
  }

  #end(): void {
    this.#requests.dispose();
    for (const { reject } of this.#waiting.values())
      reject(new AppError('ide-not-open', 'The IDE window was closed before it answered.', { next: 'openIDE' }));
    this.#waiting.clear();
  }
}

const tooLate = (timeoutMs: number): AppError =>
  new AppError('timeout', `The IDE window did not answer within ${inSeconds(timeoutMs)}.`, { next: 'getIDEState' });
