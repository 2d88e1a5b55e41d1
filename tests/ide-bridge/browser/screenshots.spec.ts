import { afterAll, expect, test } from 'vitest';
import type { Locator } from '../../../model/locator/locator.ts';
import { openApp, opening, servePages, within } from './app-fixture.ts';

const pages = await servePages({
  '/boxes': `<body style="margin: 0; height: 3000px">
    <div id="box" style="position: absolute; top: 900px; left: 40px; width: 300px; height: 100px; background: red"></div>`,
  '/restless': `<h1>Restless</h1><script>
    const left = Number(new URLSearchParams(location.search).get('left'));
    if (left > 0) setTimeout(() => location.assign('/restless?left=' + (left - 1)), 30);
  </script>`,
});
afterAll(() => pages[Symbol.asyncDispose]());

const box: Locator = { steps: [{ kind: 'selector', selector: '#box' }] };
const request = { fullPage: false, format: 'png', maxWidth: 4_000 } as const;

test('screenshots requested at the same time each show what they should', { tags: 'full' }, async () => {
  await using app = openApp();
  await app.app.navigate('/boxes', opening(pages.origin), within());
  const asked = Array.from({ length: 3 }, () => [
    app.app.screenshot({ ...request, locator: box }, within()),
    app.app.screenshot({ ...request, fullPage: true }, within()),
    app.app.screenshot(request, within()),
  ]);
  const sizes = (await Promise.all(asked.flat())).map(({ width, height }) => `${width}x${height}`);
  expect(sizes).toEqual([1, 2, 3].flatMap(() => ['300x100', '1280x3000', '1280x720']));
});

test.each([
  ['of an element', { ...request, locator: box }],
  ['of the page', request],
  ['of the whole page', { ...request, fullPage: true }],
])(
  'a screenshot %s fails with the reason while a script runs without end, and works in a new tab',
  { tags: 'full' },
  async (_what, wanted) => {
    await using app = openApp();
    await app.app.navigate('/boxes', opening(pages.origin), within());
    const stuck = app.session.requirePage();
    stuck.evaluate('for (;;);').catch(() => {});
    await expect(app.app.screenshot(wanted, within(1_000))).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringMatching(
        /^The page .*\/boxes did not answer within .* s; (?:a script on it may be|.* is) in an endless loop/,
      ),
    });
    await app.session.replacePage(stuck);
    expect(await app.app.screenshot(request, within())).toMatchObject({ width: 1280, height: 720 });
  },
);

test('a screenshot succeeds although the page navigates meanwhile', { tags: 'full' }, async () => {
  await using app = openApp();
  await app.app.navigate('/restless', opening(pages.origin), within());
  await app.session.requirePage().goto(`${pages.origin}/restless?left=30`);
  for (let taken = 0; taken < 6; taken++)
    expect(await app.app.screenshot(request, within(15_000))).toMatchObject({ width: 1280 });
});

test('a screenshot that was aborted does not block the next one', async () => {
  await using app = openApp();
  await app.app.navigate('/boxes', opening(pages.origin), within());
  const giveUp = new AbortController();
  const given = app.app.screenshot(request, { signal: giveUp.signal });
  const waiting = app.app.screenshot(request, { signal: giveUp.signal });
  giveUp.abort();
  await expect(given).rejects.toMatchObject({ kind: 'stopped' });
  await expect(waiting).rejects.toMatchObject({ kind: 'stopped' });
  expect(await app.app.screenshot(request, within())).toMatchObject({ width: 1280, height: 720 });
});

test('a screenshot that a dialog held up does not block the next one', { tags: 'full' }, async () => {
  await using app = openApp();
  await app.app.navigate('/boxes', opening(pages.origin), within());
  const open = new Promise<() => Promise<void>>(resolve => {
    app.session.dialogs.answerWith(() => async dialog => resolve(() => dialog.accept()));
  });
  const answered = app.session.requirePage().evaluate('prompt("Who?")');
  const answer = await open;
  for (const wanted of [request, { ...request, locator: box }])
    await expect(app.app.screenshot(wanted, within(300))).rejects.toMatchObject({ kind: 'timeout' });
  await answer();
  await answered;
  expect(await app.app.screenshot(request, within())).toMatchObject({ width: 1280, height: 720 });
  await app.app.navigate('/boxes', opening(pages.origin), within());
  expect(await app.app.screenshot({ ...request, locator: box }, within())).toMatchObject({ width: 300, height: 100 });
});
