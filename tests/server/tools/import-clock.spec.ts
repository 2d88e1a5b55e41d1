/** Calls of Playwright's clock, there and back. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { imported } from '../../support/imported-tests.ts';
import { openShop } from '../../support/shop.ts';

async function madeOf(body: string) {
  await using shop = await openShop();
  const code = `test('works', async ({ page, context }) => {\n${body}\n});`;
  const [made] = await imported(shop.author, 'playwright-codegen', code);
  return made;
}

test('the clock is set, held, stopped and run on as in the code', async () => {
  const made = await madeOf(`
    await page.clock.install({ time: new Date('2024-12-10T08:00:00') });
    await page.goto('/');
    await page.clock.pauseAt(new Date(2024, 11, 10, 10));
    await context.clock.runFor(5 * 60 * 1000);
    await page.clock.runFor(1500);
    await page.clock.fastForward('30:00');
    await page.clock.fastForward('08');
    await page.clock.setFixedTime('2020-02-02');
    await page.context().clock.setSystemTime(1735689600000);
    await page.clock.resume();
    await page.clock.install();`);
  const NOW = '{{ $millis() }}';
  expect(made?.actions).toMatchObject([
    { type: 'clock', do: 'set', time: '2024-12-10T08:00:00' },
    { type: 'visit' },
    { do: 'pause', time: '2024-12-10T10:00:00' },
    { do: 'run', by: '5 min' },
    { do: 'run', by: '1500' },
    { do: 'skip', by: '30 min' },
    { do: 'skip', by: '8 s' },
    { do: 'hold', time: '2020-02-02T00:00:00Z' },
    { do: 'set', time: '2025-01-01T00:00:00Z' },
    { do: 'set', time: NOW },
  ]);
});

test('a time that the code computes is left out, with the reason', async () => {
  const made = await madeOf('await page.clock.setFixedTime(await readTime());');
  expect(made?.actions).toMatchObject([{ type: 'comment', disabled: true }]);
  expect(made?.notes.join()).toContain('To what the clock is set is computed by the code');
});

const Exported = z.object({ text: z.string(), notes: z.array(z.string()) });

test('code installs the clock before it runs on, and lets one go on that was stopped', async () => {
  await using shop = await openShop();
  const { author } = shop;
  await author.module('A');
  const clock = (change: string, fields: object) => ({ type: 'clock', do: change, ...fields });
  const { testCode } = await author.test('m1', 'Clock', {
    actions: [
      clock('run', { by: '5 min' }),
      clock('pause', { time: '2030-01-01' }),
      clock('set', { time: '1893456000000' }),
      clock('hold', { time: '{{ $millis() }}' }),
      clock('skip', { by: '{{ $millis() }}' }),
    ],
  });
  const { text, notes } = await author.client.call('exportTest', { testCode, format: 'playwright-test' }, Exported);
  const lines = text.split('\n').flatMap(line => /page\.clock\.(.*);$/.exec(line)?.[1] ?? []);
  expect(lines.slice(0, 5)).toEqual([
    'install()',
    'runFor(300000)',
    "pauseAt('2030-01-01T00:00:00')",
    'install({ time: 1893456000000 })',
    'resume()',
  ]);
  expect(lines[5]).toMatch(/^setFixedTime\(\(\(time: string\) => new Date\(Number\(time\) \|\| time\)\)\(/);
  expect(notes.join()).toContain('counts as milliseconds');
});
