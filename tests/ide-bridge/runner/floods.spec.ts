import { expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': '<title>Shop</title>',
  '/often': `<title>Often</title><h1>Often</h1><script>setInterval(() => { for (let i = 0; i < 1000; i++) console.log('line ' + i); }, 10)</script>`,
  '/endless': `<title>Endless</title><script>setTimeout(() => { for (;;) console.log('x'.repeat(1000)); }, 500)</script>`,
  '/errors': `<title>Errors</title><script>setInterval(() => { for (let i = 0; i < 1000; i++)
    setTimeout(() => { throw new Error('line'); }); }, 10)</script>`,
});

const LONG = 600_000;
const pass = { type: 'wait', until: 'time', value: LONG, timeoutMs: LONG };
const nextRunWorks = () =>
  runner.passes([
    { type: 'visit', url: '/' },
    { type: 'assert', matcher: 'toHaveTitle', expected: 'Shop' },
  ]);

test('a page that floods its console is silenced, and answers like any other', async () => {
  await runner.call('navigateUrl', { url: '/often' });
  const silenced = () => runner.call('getConsoleLog', { level: 'warning' });
  const entry = {
    level: 'warning',
    text: expect.stringMatching(/^Steploom silenced the console of http.*\/often: it /),
  };
  const told = { entries: [expect.objectContaining(entry)] };
  await expect.poll(silenced, { timeout: 60_000 }).toMatchObject(told);
  expect(await runner.call('getPageElements', { interactiveOnly: false })).toMatchObject({
    elements: [{ name: 'Often' }],
  });
  expect(await runner.call('navigateUrl', { url: '/' })).toMatchObject({ title: 'Shop' });
  await nextRunWorks();
});

test.each(['/endless', '/errors'])(
  'a run on a page whose flood nothing ends is stopped, and the next one works: %s',
  async url => {
    const testId = await runner.write([{ type: 'visit', url, timeoutMs: 4_000, onFailure: 'continue' }, pass]);
    await runner.call('runTest', { testId });
    await runner.until(({ action }) => action?.type === 'wait');
    expect(await runner.call('getTestStatus')).toMatchObject({ state: 'running' });
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
    await nextRunWorks();
  },
);
