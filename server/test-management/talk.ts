import { AppError, isAppError } from '../../model/errors/errors.ts';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import type { Stage } from '../../model/project/feature-server.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import type { Redactor } from '../../model/values/redactor.ts';
import { explainAnswer } from './explain-answer.ts';
import type { HttpAnswer, HttpOutcome, HttpRequest } from './http/exchange.ts';
import { follow } from './http/follow.ts';
import { mayGoWellLater, type Patience, sendPatiently } from './http/patient.ts';
import type { Proxies } from './http/proxies.ts';
import { StageFacts, stageFailure } from './stage-failure.ts';

export interface StageResult extends StageFacts {
  stage: Stage;
  ok: boolean;
  ms: number;
  message?: string;
}

interface TalkOptions {
  patience: Patience;
  /** Limit of the whole conversation. */
  limitMs: number;
  /** Longest silence of the service, except while it receives. */
  idleMs: number;
  signal: AbortSignal;
  mask: Redactor;
  onStage?: (stage: Stage) => void;
  proxies?: Proxies | undefined;
}

interface StageRequest {
  stage: Stage;
  mostBytes: number;
  /** Default: retries where servers are busy, or cut the connection. */
  mayRepeat?: (outcome: HttpOutcome) => boolean;
  onlyPublic?: boolean;
}

/** JSON Web Tokens are masked wherever they appear. */
const JSON_WEB_TOKEN = /eyJ[\w-]{6,}(\.[\w-]*){0,2}/g;

const CANCELLED: Partial<Record<Stage, string>> = {
  upload: 'The call was cancelled; the service may have taken the results before.',
  push: 'The call was cancelled; the service may have taken the features before.',
};
const NOTHING_CHANGED = 'The call was cancelled; nothing was changed.';

export const cancelledAt = (stage: Stage): AppError => new AppError('stopped', CANCELLED[stage] ?? NOTHING_CHANGED);

/** One conversation with a service: limited in time, cancelled by its caller, secrets masked. */
export class Talk {
  readonly signal: AbortSignal;
  readonly stages: StageResult[] = [];
  readonly #options: TalkOptions;
  readonly #endsAt: number;
  #status: number | undefined;
  #host = 'The service';
  #isPublic = false;

  constructor(options: TalkOptions) {
    this.#options = options;
    this.#endsAt = performance.now() + options.limitMs;
    this.signal = AbortSignal.any([options.signal, timeoutSignal(options.limitMs)]);
  }

  get isPublic(): boolean {
    return this.#isPublic;
  }

  mask(text: string): string {
    return this.#options.mask(text).replace(JSON_WEB_TOKEN, '••••');
  }

  /** Records duration and outcome. Errors: those of the work, `stopped`, `feature-server-failed` at the time limit. */
  async stage<Result>(stage: Stage, work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    this.#status = undefined;
    this.#options.onStage?.(stage);
    const note = ({ status = this.#status, ...rest }: Omit<StageResult, 'stage' | 'ms'>) => {
      const ms = Math.round(performance.now() - startedAt);
      this.stages.push({ stage, ms, status, ...rest });
    };
    try {
      this.signal.throwIfAborted();
      const result = await work();
      note({ ok: true });
      return result;
    } catch (error) {
      const failure = this.#failureOf(error, stage);
      note({ ok: false, ...factsOf(failure) });
      throw failure;
    }
  }

  /** Retries where that may help; any status is an answer. Errors: `feature-server-failed`. */
  async ask(
    request: HttpRequest,
    { stage, mostBytes, mayRepeat = mayGoWellLater, onlyPublic = false }: StageRequest,
  ): Promise<Exchanged> {
    const { signal } = this;
    this.#host = request.url.host;
    const { proxies } = this.#options;
    const idleMs = stage === 'upload' || stage === 'push' ? undefined : this.#options.idleMs;
    const send = () => follow(request, { signal, mostBytes, idleMs, onlyPublic, proxies });
    const leftMs = () => this.#endsAt - performance.now();
    const { outcome, ...sent } = await sendPatiently(send, { ...this.#options.patience, signal, leftMs, mayRepeat });
    if (outcome.kind === 'fault') throw stageFailure(stage, withTries(outcome.message, sent.tries));
    this.#status = outcome.status;
    this.#isPublic ||= outcome.isPublic;
    const refusal = () =>
      stageFailure(
        stage,
        explainAnswer({ stage, request, answer: outcome, ...sent }, text => this.mask(text)),
        { status: outcome.status },
      );
    const isOk = outcome.status >= 200 && outcome.status < 300;
    return { answer: outcome, isOk, hadCredentials: outcome.url.origin === request.url.origin, refusal };
  }

  #failureOf(error: unknown, stage: Stage): unknown {
    const { signal, limitMs } = this.#options;
    if (signal.aborted) return cancelledAt(stage);
    if (this.signal.aborted && !isAppError(error))
      return stageFailure(
        stage,
        `${this.#host} gave no complete answer within ${inSeconds(limitMs)}. Check that it is reached from this machine, and try again.`,
      );
    if (!isAppError(error)) return error;
    const { facts = {} } = error.detail;
    return new AppError(error.kind, this.mask(error.message), { facts, next: 'configureFeatureServer' });
  }
}

const withTries = (message: string, tries: number): string =>
  tries === 1 ? message : `${message} It was asked ${tries} times.`;

function factsOf(failure: unknown): StageFacts & Pick<StageResult, 'message'> {
  if (!(failure instanceof Error)) return {};
  return { message: failure.message, ...(isAppError(failure) ? StageFacts.safeParse(failure.detail.facts).data : {}) };
}

/** An answer, and the error to throw where it is not `isOk`. */
export interface Exchanged {
  answer: HttpAnswer;
  isOk: boolean;
  /** False after a redirect to another host. */
  hadCredentials: boolean;
  refusal(): AppError;
}
