import { z } from 'zod';
import { AppError, toErrorKind } from '../../../model/errors/errors.ts';
import { timeoutSignal } from '../../../model/errors/timeout-signal.ts';
import type { ReplyOf } from '../../tools/index.ts';
import { cancelJob, getJob } from '../../tools/jobs.ts';
import type { Cli } from './cli.ts';

/** A call that takes long goes on as a job, and this is its answer. */
const Ticket = z.strictObject({ state: z.literal('working'), jobId: z.string(), next: z.literal('getJob') });

type FollowedJob = ReplyOf<'getJob'>;

const WAIT_SECONDS = 2;
const CANCEL_LIMIT_MS = 15_000;

interface JobFollower extends Pick<Cli, 'notify' | 'signal'> {
  projectId: string | undefined;
  ask(tool: string, args: object, signal: AbortSignal): Promise<unknown>;
}

/** An abort of the signal cancels the job. Errors: those of the tool. */
export async function outputOf(answer: unknown, follower: JobFollower): Promise<unknown> {
  const ticket = Ticket.safeParse(answer);
  if (!ticket.success) return answer;
  const { jobId } = ticket.data;
  const { signal, notify } = follower;
  notify(`The call continues as job ${jobId}; Ctrl+C cancels it.`);
  try {
    return await ended(jobId, follower);
  } catch (error) {
    if (signal.aborted) notify(await cancelled(jobId, follower));
    throw error;
  }
}

async function ended(jobId: string, { ask, notify, signal, projectId }: JobFollower): Promise<unknown> {
  let lastLine: string | undefined;
  for (;;) {
    const job = getJob.output.parse(await ask('getJob', { projectId, jobId, wait: WAIT_SECONDS }, signal));
    const line = job.progress && lineOf(job.progress);
    if (line !== undefined && line !== lastLine) notify(line);
    lastLine = line ?? lastLine;
    if (job.state === 'done') return job.result;
    if (job.state === 'cancelled') throw new AppError('stopped', `Job ${jobId} was cancelled.`);
    if (job.state === 'failed') throw errorOf(job);
  }
}

export const lineOf = ({ progress, total, message }: NonNullable<FollowedJob['progress']>): string =>
  message ?? (total === undefined ? `${progress} done` : `${progress} of ${total} done`);

function errorOf({ error }: FollowedJob): AppError {
  if (error === undefined) return new AppError('internal', 'The job failed.');
  const { reason, message, next } = error;
  return new AppError(toErrorKind(reason), message, typeof next === 'string' ? { next } : {});
}

async function cancelled(jobId: string, { ask, projectId }: JobFollower): Promise<string> {
  try {
    const { state } = cancelJob.output.parse(
      await ask('cancelJob', { projectId, jobId }, timeoutSignal(CANCEL_LIMIT_MS)),
    );
    if (state === 'cancelled') return `Job ${jobId} was cancelled; what it has done so far stays.`;
    return state === 'working' ? `Job ${jobId} is about to end.` : `Job ${jobId} had ended already: ${state}.`;
  } catch {
    return `Job ${jobId} could not be cancelled; it continues.`;
  }
}
