import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import type { Job } from '../jobs/jobs.ts';
import { toolsOf } from './define/define-tool.ts';

const defineTool = toolsOf('project');

const MOST_SECONDS = 20;
const CANCEL_LIMIT_MS = 10_000;

const JobId = z.string().min(1).max(100).describe('As the call was answered, e.g. "j0a1b2c3d4e5f"');

const JobView = z.strictObject({
  jobId: z.string(),
  tool: z.string(),
  state: z.enum(['working', 'done', 'failed', 'cancelled']),
  elapsedMs: z.number().describe('Since the call became a job'),
  progress: z
    .strictObject({ progress: z.number(), total: z.number().optional(), message: z.string().optional() })
    .optional()
    .describe('The last that the call told of itself'),
  result: z.unknown().optional().describe('Once done: what the tool answers'),
  error: z
    .looseObject({ reason: z.string(), message: z.string() })
    .optional()
    .describe('Once failed: the error as the call would have had it'),
});
type JobView = z.infer<typeof JobView>;

/** Throws what the call failed with, where that is no `AppError`. */
function view({ jobId, call, outcome, elapsedMs }: Job): JobView {
  const job = { jobId, tool: call.tool, elapsedMs };
  if (outcome === undefined) return { ...job, state: 'working', progress: call.progress() };
  if (outcome.kind === 'done') return { ...job, state: 'done', result: outcome.output };
  if (outcome.kind === 'cancelled') return { ...job, state: 'cancelled' };
  const { error } = outcome;
  if (!(error instanceof AppError)) throw error;
  const { field, expected, next, facts } = error.detail;
  return {
    ...job,
    state: 'failed',
    error: { ...facts, reason: error.kind, message: error.message, field, expected, next },
  };
}

export const getJob = defineTool({
  name: 'getJob',
  scope: 'read',
  title: 'Get a job',
  summary: 'Get the progress of a call that took too long to wait for, and its result once it is done.',
  input: {
    jobId: JobId,
    wait: z.number().min(0).max(MOST_SECONDS).optional().describe(`Seconds to wait for its end; most ${MOST_SECONDS}`),
  },
  output: JobView,
  errors: ['not-found'],
  examples: [{ jobId: 'j0a1b2c3d4e5f', wait: 20 }],
  async run({ jobId, wait = 0 }, { project, actor, signal }) {
    return view(await project.jobs.wait(jobId, actor.id, { ms: wait * 1_000, signal }));
  },
  // Pictures and the like are shown as the tool itself shows them.
  present({ result, ...job }, tools) {
    const shown = job.state === 'done' ? tools.get(job.tool)?.present?.(result, tools) : undefined;
    const content = { type: 'text' as const, text: JSON.stringify(shown === undefined ? { ...job, result } : job) };
    return [content, ...(shown ?? [])];
  },
});

export const cancelJob = defineTool({
  name: 'cancelJob',
  scope: 'write',
  title: 'Cancel a job',
  summary: 'Cancel a call that became a job; what it has done so far stays. A run that it waits for is stopped.',
  input: { jobId: JobId },
  output: JobView,
  errors: ['not-found'],
  examples: [{ jobId: 'j0a1b2c3d4e5f' }],
  hints: { idempotent: true },
  async run({ jobId }, { project, actor, signal }) {
    return view(await project.jobs.cancel(jobId, actor.id, { ms: CANCEL_LIMIT_MS, signal }));
  },
});
