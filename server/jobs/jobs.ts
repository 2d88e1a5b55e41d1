/** Calls that outlast their request, for one project. Knows no tool and nothing of how calls come in. */
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../model/errors/errors.ts';
import type { JobProgress } from './progress.ts';

interface RunningCall {
  tool: string;
  actorId: string;
  /** A repeated call with the same key is the same job. */
  idempotencyKey?: string | undefined;
  work: Promise<unknown>;
  progress(): JobProgress | undefined;
  /** `work` settles once the call has stopped. */
  cancel(): void;
}

type JobOutcome = { kind: 'done'; output: unknown } | { kind: 'failed' | 'cancelled'; error: unknown };

export interface Job {
  readonly jobId: string;
  readonly call: RunningCall;
  /** Undefined while it works. */
  readonly outcome: JobOutcome | undefined;
  readonly elapsedMs: number;
}

export class JobTicket {
  readonly state = 'working';
  readonly jobId: string;
  readonly next = 'getJob';

  constructor(jobId: string) {
    this.jobId = jobId;
  }
}

interface JobLimits {
  working: number;
  kept: number;
  keptMs: number;
}

export const JOB_LIMITS: JobLimits = { working: 100, kept: 200, keptMs: 15 * 60_000 };

const CLOSING_LIMIT_MS = 1_000;

class KeptJob implements Job {
  readonly jobId = `j${randomBytes(6).toString('hex')}`;
  readonly call: RunningCall;
  readonly settled: Promise<void>;
  outcome: JobOutcome | undefined;
  endedAt = Number.POSITIVE_INFINITY;
  isCancelled = false;
  readonly #startedAt: number;
  readonly #now: () => number;

  constructor(call: RunningCall, now: () => number) {
    this.call = call;
    this.#now = now;
    this.#startedAt = now();
    this.settled = call.work.then(
      output => this.#end({ kind: 'done', output }),
      (error: unknown) => this.#end({ kind: this.isCancelled ? 'cancelled' : 'failed', error }),
    );
  }

  get elapsedMs(): number {
    return Math.round(Math.min(this.#now(), this.endedAt) - this.#startedAt);
  }

  cancel(): void {
    this.isCancelled = true;
    this.call.cancel();
  }

  #end(outcome: JobOutcome): void {
    this.outcome = outcome;
    this.endedAt = this.#now();
  }
}

/** A job is visible to its caller and to the owner. */
export class Jobs {
  readonly #limits: JobLimits;
  readonly #now: () => number;
  readonly #jobs = new Map<string, KeptJob>();
  #isClosed = false;

  constructor({ limits = JOB_LIMITS, now = () => performance.now() }: { limits?: JobLimits; now?: () => number } = {}) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Errors, with the call cancelled: `busy` when too many work, `stopped` once closed. */
  adopt(call: RunningCall): JobTicket {
    this.#forget();
    const working = [...this.#jobs.values()].filter(({ outcome }) => outcome === undefined);
    const same = call.idempotencyKey === undefined ? undefined : working.find(job => isSame(job.call, call));
    if (same !== undefined) {
      // Both calls wait for the same work.
      call.work.catch(() => {});
      return new JobTicket(same.jobId);
    }
    if (this.#isClosed || working.length >= this.#limits.working) {
      call.work.catch(() => {});
      call.cancel();
      if (this.#isClosed) throw new AppError('stopped', 'The service is closing.');
      throw new AppError('busy', `${working.length} jobs are running already; the call was cancelled.`, {
        next: 'Wait until some have ended, or cancel some with cancelJob.',
      });
    }
    const job = new KeptJob(call, this.#now);
    this.#jobs.set(job.jobId, job);
    return new JobTicket(job.jobId);
  }

  /** Resolves when the job ends, at the time limit, or on abort. Errors: `not-found`. */
  async wait(jobId: string, actorId: string, limit: { ms: number; signal: AbortSignal }): Promise<Job> {
    const job = this.#find(jobId, actorId);
    await settledWithin(job, limit);
    return job;
  }

  /** Resolves when the job ends, or at the time limit. Errors: `not-found`. */
  async cancel(jobId: string, actorId: string, limit: { ms: number; signal: AbortSignal }): Promise<Job> {
    const job = this.#find(jobId, actorId);
    if (job.outcome === undefined) job.cancel();
    await settledWithin(job, limit);
    return job;
  }

  /** Cancels all jobs and accepts no more. Idempotent. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const working = [...this.#jobs.values()].filter(({ outcome }) => outcome === undefined);
    for (const job of working) job.cancel();
    const limit = { ms: CLOSING_LIMIT_MS, signal: new AbortController().signal };
    await Promise.all(working.map(job => settledWithin(job, limit)));
  }

  #find(jobId: string, actorId: string): KeptJob {
    this.#forget();
    const job = this.#jobs.get(jobId);
    if (job !== undefined && (job.call.actorId === actorId || actorId === 'owner')) return job;
    const { kept, keptMs } = this.#limits;
    const message = `No job ${JSON.stringify(jobId.slice(0, 100))} of yours. The last ${kept} outcomes are kept for ${keptMs / 60_000} minutes, until the service ends.`;
    throw new AppError('not-found', message, {
      field: 'jobId',
      next: 'Call the tool again, with the idempotencyKey of the first time if it had one.',
    });
  }

  #forget(): void {
    const ended = [...this.#jobs.values()].filter(({ outcome }) => outcome !== undefined);
    ended.sort((left, right) => left.endedAt - right.endedAt);
    const { kept, keptMs } = this.#limits;
    const now = this.#now();
    for (const [index, { jobId, endedAt }] of ended.entries())
      if (index < ended.length - kept || now - endedAt > keptMs) this.#jobs.delete(jobId);
  }
}

const isSame = (left: RunningCall, right: RunningCall): boolean =>
  left.tool === right.tool && left.actorId === right.actorId && left.idempotencyKey === right.idempotencyKey;

async function settledWithin(job: KeptJob, { ms, signal }: { ms: number; signal: AbortSignal }): Promise<void> {
  if (job.outcome !== undefined || signal.aborted) return;
  const over = new AbortController();
  try {
    await Promise.race([
      job.settled,
      delay(ms, undefined, { signal: AbortSignal.any([signal, over.signal]) }).catch(() => {}),
    ]);
  } finally {
    over.abort();
  }
}
