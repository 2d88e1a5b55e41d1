import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { steploom } from '../../support/command-line.ts';
import { ToolError } from '../../support/running-steploom.ts';
import { servePages } from '../../support/serve-pages.ts';
import { startTestApp } from '../../support/test-app.ts';

const Started = z.looseObject({ runId: z.string() });
const Runs = z.object({ runs: z.array(z.looseObject({ runId: z.string(), state: z.string() })), total: z.number() });

const answerOf = (call: Promise<unknown>) =>
  call.then(
    () => 'started',
    (error: unknown) => (error instanceof ToolError ? `${error.data.reason}: ${error.message}` : String(error)),
  );

describe('runs that several want at once', () => {
  it('only one of several runs starts at a time, and a refused caller learns who runs what', {
    tags: ['full'],
  }, async () => {
    await using pages = await servePages({ '/': '<title>Shop</title>' });
    await using app = await startTestApp({ appUrl: pages.url });
    const other = await app.clientWith('write');
    await app.client.call('createModule', { name: 'Basket' }, z.unknown());
    const actions = [{ type: 'wait', until: 'time', value: '60000', timeoutMs: 70_000 }];
    await app.client.call('createTest', { moduleCode: 'm1', name: 'Pays', actions }, z.unknown());
    const args = { testId: 't1' };
    const commandLine = async () => {
      const line = JSON.stringify({ projectId: 'shop', ...args });
      const { exitCode, stderr } = await steploom(dirname(app.folder), 'call', 'runTest', line);
      if (exitCode !== 0) throw new Error(stderr);
    };
    const doors: Record<string, () => Promise<unknown>> = {
      'a token': () => app.client.call('runTest', args, Started),
      'another token': () => other.call('runTest', args, Started),
      'a page': () =>
        app.ide?.request('tools/call', { name: 'runTest', arguments: { projectId: 'shop', ...args } }) ??
        Promise.reject(),
      'the command line': commandLine,
    };
    const atOnce = [...Object.values(doors), ...Array.from({ length: 6 }, () => doors['a token'] ?? commandLine)];
    const answers = await Promise.all(atOnce.map(start => answerOf(start())));
    expect(answers.filter(answer => answer === 'started')).toHaveLength(1);
    const refusal =
      /Run r\d+ of “Basket › Pays” is (starting|running), started by .+\. Wait for it, or stop it with stopTest\./;
    for (const answer of answers) if (answer !== 'started') expect(answer).toMatch(refusal);
    expect((await app.client.call('getRuns', {}, Runs)).runs).toMatchObject([
      { state: expect.stringMatching(/starting|running/) },
    ]);
    const { message, data } = await app.client.failure('navigateUrl', { url: '/' });
    expect([message, data]).toEqual([
      expect.stringMatching(refusal),
      expect.objectContaining({ reason: 'run-in-progress', testId: 't1' }),
    ]);
    await other.call('stopTest', {}, z.unknown());
    for (const [door, start] of Object.entries(doors)) {
      expect.soft(await answerOf(start()), door).toBe('started');
      await app.client.call('stopTest', {}, z.unknown());
    }
    const { runs } = await app.client.call('getRuns', {}, Runs);
    expect(runs.map(({ state }) => state)).toEqual(['stopped', 'stopped', 'stopped', 'stopped', 'stopped']);
  });
});
