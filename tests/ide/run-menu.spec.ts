import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { expectAccessible, showIde } from './open-page.ts';
import { eventually, useApp } from './shared-app.ts';

const shared = useApp();
const Started = z.object({ runId: z.string() });

const long = [{ type: 'wait', until: 'time', value: 60_000 }];

describe('the Run menu', () => {
  it('lists every run under way and stops each, and a person starts another one beside it', {
    tags: 'full',
  }, async () => {
    const { client } = shared.app;
    const held = await shared.newTest(long);
    const place = await shared.newTest([{ type: 'comment', text: 'Nothing' }]);
    const page = await showIde(shared.app, place.path);
    const { runId } = await client.call('runTest', { testId: held.testCode }, Started);
    await page.getByRole('button', { name: 'How to run' }).click();
    const menu = page.getByRole('dialog', { name: 'How to run' });
    await menu.getByText(`${runId} · 0/1 actions`).waitFor();
    await expectAccessible(page);
    await menu.getByLabel('Run each test').selectOption('2 times');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const runs = z.object({ runs: z.array(z.object({ state: z.string(), items: z.number() })) });
    await expect
      .poll(async () => (await client.call('getRuns', { limit: 1 }, runs)).runs, eventually)
      .toMatchObject([{ state: 'passed', items: 2 }]);
    const how = page.getByRole('button', { name: 'How to run' });
    await expect.poll(() => how.innerText(), eventually).toBe('2×');
    await page.reload();
    await expect.poll(() => how.innerText(), eventually).toBe('2×');
    await how.click();
    await menu.getByRole('button', { name: 'As the project has it' }).click();
    await expect.poll(() => how.innerText(), eventually).toBe('');
    expect(await menu.getByLabel('Run each test').inputValue()).toBe('1');
    await menu.getByRole('button', { name: `Stop ${runId}` }).click();
    await menu.getByText('No run is under way.').waitFor();
  });
});
