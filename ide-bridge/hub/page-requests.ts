import type { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { explainIssues } from '../../model/errors/explain-issues.ts';
import {
  type CallProgress,
  type ChannelMessage,
  type IdeId,
  PAGE_REQUESTS,
  type PageParams,
  type PageRequestName,
  type PageResult,
} from '../../model/protocol/channel/channel.ts';
import type { FollowedProject, Notify, PageService } from '../../model/protocol/channel/page-service.ts';

interface Options {
  service: PageService;
  mostInFlight: number;
  reply(message: ChannelMessage): void;
  notify: Notify;
  hello(wanted: IdeId | undefined): IdeId;
}

type Request = Extract<ChannelMessage, { id: number; method: string }>;

/** What comes with a request besides its parameters. */
interface Call {
  signal: AbortSignal;
  report(progress: CallProgress): void;
}

/** Performs a request whose parameters are still to be checked. */
type Route = (params: unknown, call: Call) => Promise<unknown>;

function route<Params extends z.ZodType, Result extends z.ZodType>(
  { params: schema }: { params: Params; result: Result },
  run: (params: z.output<Params>, call: Call) => z.output<Result> | Promise<z.output<Result>>,
): Route {
  return async (params, call) => {
    const parsed = schema.safeParse(params);
    if (!parsed.success) throw explainIssues(parsed.error, params, { schema });
    return run(parsed.data, call);
  };
}

/** Answers what one page asks. */
export class PageRequests {
  readonly #options: Options;
  readonly #underWay = new Map<number, AbortController>();
  #followed: FollowedProject | undefined;
  #ideId: IdeId | undefined;
  #isDisposed = false;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly #routes: Readonly<Record<PageRequestName, Route>> = {
    'ide/hello': route(PAGE_REQUESTS['ide/hello'], ({ ideId }) => ({
      ...this.#options.service.hello(),
      ideId: this.#greet(ideId),
    })),
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

  /** Performs a request and sends its answer. */
  answer(request: Request): void {
    const fault = this.#fault(request.id);
    if (fault === undefined) this.#begin(request);
    else this.#fail(request.id, fault);
  }

  #fault(id: number): AppError | undefined {
    if (this.#underWay.has(id)) return new AppError('invalid-request', `Request ${id} is under way.`);
    if (this.#underWay.size < this.#options.mostInFlight) return undefined;
    return new AppError('busy', `${this.#underWay.size} requests of this page are under way.`);
  }

  #begin({ id, method, params = {} }: Request): void {
    const cancelling = new AbortController();
    this.#underWay.set(id, cancelling);
    const report: Call['report'] = progress => {
      if (this.#underWay.get(id) === cancelling) this.#options.notify('request/progress', { id, ...progress });
    };
    this.#perform(method, params, { signal: cancelling.signal, report }).then(
      result => {
        this.#underWay.delete(id);
        this.#options.reply({ jsonrpc: '2.0', id, result: result ?? null });
      },
      (error: unknown) => {
        this.#underWay.delete(id);
        this.#fail(id, error);
      },
    );
  }

  cancel(id: number): void {
    this.#underWay.get(id)?.abort(new AppError('stopped', 'The call was cancelled.'));
  }

  /** What it called goes on; it hears of nothing more. */
  dispose(): void {
    this.#isDisposed = true;
    this.#followed?.stop();
  }

  #fail(id: number, error: unknown): void {
    this.#options.reply({ jsonrpc: '2.0', id, error: { ...this.#options.service.explain(error) } });
  }

  async #perform(method: string, params: unknown, call: Call): Promise<unknown> {
    const known = isKnown(method) ? this.#routes[method] : undefined;
    if (known === undefined)
      throw new AppError('method-not-found', `No method ${JSON.stringify(method.slice(0, 100))}.`);
    return known(params, call);
  }

  async #open(params: PageParams<'project/open'>): Promise<PageResult<'project/open'>> {
    const followed = await this.#options.service.follow(params, this.#options.notify);
    this.#followed?.stop();
    this.#followed = followed;
    // The page may have gone while its project was looked up.
    if (this.#isDisposed) followed.stop();
    return followed.opened;
  }

  #greet(wanted: IdeId | undefined): IdeId {
    this.#ideId = this.#options.hello(wanted);
    return this.#ideId;
  }

  #following(): FollowedProject {
    if (this.#followed !== undefined) return this.#followed;
    throw new AppError('invalid-request', 'The page follows no project; project/open comes first.');
  }
}

const isKnown = (method: string): method is PageRequestName => Object.hasOwn(PAGE_REQUESTS, method);
