import { describe, expect, it } from 'vitest';
import { AppError } from '../../../model/errors/errors.ts';
import { Jobs } from '../../../server/jobs/jobs.ts';

const MINUTE = 60_000;
const LONG = { ms: 20_000, signal: new AbortController().signal };
const NOT_AT_ALL = { ms: 0, signal: new AbortController().signal };

/** A call that ends when it is told to. */
function call(more: { actorId?: string; idempotencyKey?: string } = {}) {
  let resolve: (output: unknown) => void = () => {};
  let cancel: () => void = () => {};
  const work = new Promise<unknown>((end, fail) => {
    resolve = end;
    cancel = () => fail(new AppError('stopped', 'The call was cancelled.'));
  });
  const running = { tool: 'runTest', actorId: 'token 1', work, progress: () => undefined, cancel, ...more };
  return { running, resolve };
}

describe('jobs', () => {
  it('a job works until its call has ended and keeps the outcome', async () => {
    const jobs = new Jobs();
    const { running, resolve } = call();
    const { jobId } = jobs.adopt(running);
    expect(jobId).toMatch(/^j[0-9a-f]{12}$/);
    expect((await jobs.wait(jobId, 'token 1', NOT_AT_ALL)).outcome).toBeUndefined();
    resolve({ state: 'passed' });
    const done = await jobs.wait(jobId, 'token 1', LONG);
    expect(done.outcome).toEqual({ kind: 'done', output: { state: 'passed' } });
    expect(await jobs.wait(jobId, 'token 1', LONG)).toBe(done);
  });

  it('a job is visible only to the caller who started it and to the owner', async () => {
    const jobs = new Jobs();
    const { jobId } = jobs.adopt(call().running);
    expect((await jobs.wait(jobId, 'owner', NOT_AT_ALL)).jobId).toBe(jobId);
    await expect(jobs.wait(jobId, 'token 2', NOT_AT_ALL)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(jobs.cancel(jobId, 'token 2', NOT_AT_ALL)).rejects.toMatchObject({
      detail: { next: expect.stringContaining('idempotencyKey') },
    });
    expect((await jobs.wait(jobId, 'owner', NOT_AT_ALL)).outcome).toBeUndefined();
  });

  it('a cancelled job ends only once its call has ended', async () => {
    const jobs = new Jobs();
    const { jobId } = jobs.adopt(call().running);
    expect((await jobs.cancel(jobId, 'token 1', LONG)).outcome).toMatchObject({ kind: 'cancelled' });
    const { running, resolve } = call();
    const stubborn = jobs.adopt({ ...running, cancel: () => {} });
    expect((await jobs.cancel(stubborn.jobId, 'token 1', NOT_AT_ALL)).outcome).toBeUndefined();
    resolve('late');
    expect((await jobs.wait(stubborn.jobId, 'token 1', LONG)).outcome).toEqual({ kind: 'done', output: 'late' });
    expect((await jobs.cancel(stubborn.jobId, 'token 1', LONG)).outcome).toMatchObject({ kind: 'done' });
  });

  it('calls of one caller with the same idempotency key share a job', () => {
    const jobs = new Jobs();
    const first = jobs.adopt(call({ idempotencyKey: 'k' }).running);
    expect(jobs.adopt(call({ idempotencyKey: 'k' }).running)).toEqual(first);
    expect(jobs.adopt(call({ idempotencyKey: 'l' }).running)).not.toEqual(first);
    expect(jobs.adopt(call({ idempotencyKey: 'k', actorId: 'token 2' }).running)).not.toEqual(first);
    expect(jobs.adopt(call().running)).not.toEqual(jobs.adopt(call().running));
  });

  it('a call beyond the limit of working jobs is refused and cancelled', async () => {
    const jobs = new Jobs({ limits: { working: 2, kept: 5, keptMs: MINUTE } });
    const first = call();
    const { jobId } = jobs.adopt(first.running);
    jobs.adopt(call().running);
    const third = call();
    expect(() => jobs.adopt(third.running)).toThrow('2 jobs are running already');
    await expect(third.running.work).rejects.toThrow('cancelled');
    first.resolve('done');
    await jobs.wait(jobId, 'token 1', LONG);
    expect(jobs.adopt(call().running).state).toBe('working');
  });

  it('finished jobs are forgotten after some time, the oldest first', async () => {
    let now = 0;
    const jobs = new Jobs({ limits: { working: 9, kept: 2, keptMs: MINUTE }, now: () => now });
    const end = async () => {
      const { running, resolve } = call();
      const { jobId } = jobs.adopt(running);
      resolve('done');
      await jobs.wait(jobId, 'token 1', LONG);
      now += 1_000;
      return jobId;
    };
    const working = jobs.adopt(call().running).jobId;
    const [first, second, third] = [await end(), await end(), await end()];
    const isKept = (jobId: string) =>
      jobs.wait(jobId, 'token 1', NOT_AT_ALL).then(
        () => true,
        () => false,
      );
    expect([await isKept(first), await isKept(second), await isKept(third)]).toEqual([false, true, true]);
    now = MINUTE + 1_500;
    expect([await isKept(second), await isKept(third), await isKept(working)]).toEqual([false, true, true]);
    now += MINUTE;
    expect([await isKept(third), await isKept(working)]).toEqual([false, true]);
  });

  it('jobs are cancelled when their project closes, and no new ones are accepted', async () => {
    const jobs = new Jobs();
    const { jobId } = jobs.adopt(call().running);
    await jobs.close();
    expect((await jobs.wait(jobId, 'token 1', LONG)).outcome).toMatchObject({ kind: 'cancelled' });
    const late = call();
    expect(() => jobs.adopt(late.running)).toThrow('The service is closing');
    await expect(late.running.work).rejects.toThrow('cancelled');
    await jobs.close();
  });
});
