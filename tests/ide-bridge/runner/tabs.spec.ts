import { describe, expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const page = (title: string, body = '') => `<title>${title}</title><h1>${title}</h1>${body}`;

const runner = useRunner(
  {
    '/': page(
      'Home',
      `<a href="/basket" target="_blank">Basket</a>
    <button onclick="setTimeout(() => window.open('/basket?later'), 700)">Later</button>
    <button onclick="setTimeout(() => { document.title = 'Renamed'; }, 700)">Rename</button>`,
    ),
    '/basket': page('Basket'),
    '/orders': page('Orders'),
    '/unsaved': page('Unsaved', '<button onclick="window.onbeforeunload = () => true">Edit</button>'),
    '/opener': page(
      'Opener',
      `<a href="/slow?0" target="_blank">Link 0</a><a href="/slow?300" target="_blank">Link 300</a>
    <a href="/slow?1500" target="_blank">Link 1500</a><button disabled>Next</button><button id="both">Both</button>
    <button onclick="setTimeout(() => window.open('/slow?0'), 0)">Timer 0</button>
    <button onclick="setTimeout(() => window.open('/slow?0'), 300)">Timer 300</button>
    <button onclick="setTimeout(() => window.open('/slow?0'), 1500)">Timer 1500</button>
    <button onclick="this.disabled = true; window.open('/slow?0')">Once</button>
    <button onclick="this.remove(); window.open('/slow?300')">Gone</button>
    <button onclick="for (let count = 0; count < 20; count += 1) window.open('/slow?0'); this.remove()">Twenty</button>
    <a href="/never" target="_blank">Never</a>`,
    ),
    '/slow': ({ url = '' }, response) => {
      const body = page(
        'Slow',
        `<button onclick="document.querySelector('h1').textContent = 'Done'">Next</button>
        <button id="both" onclick="document.querySelector('h1').textContent = 'Done'">Both</button>`,
      );
      setTimeout(() => response.writeHead(200, { 'content-type': 'text/html' }).end(body), Number(url.split('?')[1]));
    },
    '/never': () => {},
    '/stuck': page('Stuck', '<button onclick="setTimeout(() => { while (true); }, 300)">Hang</button>'),
  },
  { context: 'fresh' },
);

const visit = (url = '/') => ({ type: 'visit', url });
const newTab = (url?: string) => ({ type: 'newTab', ...(url === undefined ? {} : { url }) });
const switchTab = (tab: string | number) => ({ type: 'switchTab', tab });
const closeTab = (tab?: string | number) => ({ type: 'closeTab', ...(tab === undefined ? {} : { tab }) });
const click = (name: string) => ({ type: 'click', locator: `getByText('${name}')` });
const at = (expected: string) => ({ type: 'assert', matcher: 'toHaveTitle', expected });

describe('tabs', () => {
  test('a tab opens empty or with an address, and is chosen by index, title or address', { tags: ['full'] }, () =>
    runner.passes([
      visit(),
      newTab('/basket'),
      at('Basket'),
      newTab(),
      { type: 'assert', matcher: 'toHaveURL', expected: 'about:blank' },
      visit('/orders'),
      switchTab(0),
      at('Home'),
      switchTab('Orders'),
      at('Orders'),
      switchTab('/basket'),
      at('Basket'),
      { type: 'script', code: '"Ho"', into: 'start' },
      switchTab('{{start}}*'),
      at('Home'),
      switchTab('rder'),
      at('Orders'),
    ]),
  );

  test('closing a tab leads back to the one used before', { tags: 'full' }, () =>
    runner.passes([
      visit(),
      newTab('/basket'),
      newTab('/orders'),
      switchTab('Home'),
      switchTab('Orders'),
      closeTab(),
      at('Home'),
      closeTab('Basket'),
      at('Home'),
    ]),
  );

  test('a tab that the page opens becomes current, and the run waits for it', () =>
    runner.passes([
      visit(),
      click('Basket'),
      at('Basket'),
      switchTab('Home'),
      click('Later'),
      switchTab('*?later'),
      at('Basket'),
      closeTab(),
      at('Home'),
      click('Rename'),
      newTab(),
      switchTab('Renamed'),
      at('Renamed'),
    ]));

  describe.each(['Link 0', 'Link 300', 'Link 1500', 'Timer 0', 'Timer 300', 'Timer 1500'])('opened by %s', opener => {
    const tags = opener === 'Link 300' ? {} : { tags: 'full' as const };

    test('a tab that opens late is the one that a waiting assertion is about', tags, () =>
      runner.passes([
        visit('/opener'),
        click(opener),
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Slow' },
      ]),
    );

    test('a tab that opens late has the element that an action waits for', tags, () =>
      runner.passes([
        visit('/opener'),
        click(opener),
        click('Next'),
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Done' },
      ]),
    );
  });

  test('an action that both tabs could take is for the one that is on its way', { tags: ['full'] }, () =>
    runner.passes([
      visit('/opener'),
      click('Link 1500'),
      { type: 'click', locator: '#both' },
      { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Done' },
    ]),
  );

  test.each(['Once', 'Gone'])('a click on %s that opens a tab and ends its own button is done once', async name => {
    await runner.passes([
      visit('/opener'),
      click(name),
      at('Slow'),
      switchTab(0),
      at('Opener'),
      switchTab(1),
      at('Slow'),
    ]);
  });

  test('a click that opens twenty tabs and ends its own button is done', { tags: 'full' }, () =>
    runner.passes([visit('/opener'), click('Twenty'), at('Slow'), switchTab(0), at('Opener')]),
  );

  test(
    'a tab that its server never answers for does not keep the present one from being used',
    { tags: ['full'] },
    () =>
      runner.passes([
        visit('/opener'),
        click('Never'),
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Opener', timeoutMs: 3_000 },
      ]),
  );

  test('a tab closes without asking even when something is unsaved', { tags: 'full' }, () =>
    runner.passes([visit(), newTab('/unsaved'), click('Edit'), closeTab(), at('Home')]),
  );

  test('tabs can be switched and closed even when one of them hangs', { tags: 'full' }, () =>
    runner.passes([
      visit(),
      newTab('/stuck'),
      click('Hang'),
      { type: 'wait', until: 'time', value: 600 },
      switchTab('Home'),
      at('Home'),
      closeTab('stuck'),
      at('Home'),
    ]),
  );

  test('the error about a missing tab lists the tabs that are open', { tags: 'full' }, async () => {
    const { state, error } = await runner.fails([visit(), newTab('/basket'), { ...switchTab('Cart'), timeoutMs: 300 }]);
    const { origin } = runner;
    expect([state, error.message]).toEqual([
      'error',
      `No tab matches “Cart” (waited 0.3 s). The tabs are: 0 “Home” ${origin}/; 1 “Basket” ${origin}/basket.`,
    ]);
  });

  test('a tab name that fits several tabs fails with a list of the open tabs', { tags: 'full' }, async () => {
    const actions = [visit('/basket'), newTab('/basket'), { ...closeTab('Basket'), timeoutMs: 300 }];
    const { error } = await runner.fails(actions);
    expect(error.message).toMatch(/^2 tabs match “Basket”\. The tabs are: 0 “Basket” .*; 1 “Basket” /);
  });

  test('an action that waited for a tab first says its whole time when it fails', async () => {
    const missing = { ...click('Missing'), timeoutMs: 1_000 };
    const { error } = await runner.fails([visit('/opener'), click('Never'), missing]);
    expect(error.message).toContain('(looked for 1 s)');
  });

  test('the only tab of a test cannot be closed', async () => {
    const { error } = await runner.fails([visit(), closeTab()]);
    expect(error.message).toBe(`The tab ${runner.origin}/ is the only one, and a test needs one to continue.`);
  });

  test('no tab opens for an address that the window does not show', { tags: 'full' }, async () => {
    const { error } = await runner.fails([
      visit(),
      { type: 'script', code: '"file"', into: 'kind' },
      newTab('{{kind}}:///etc'),
    ]);
    expect(error.message).toMatch(/not file:/);
    await runner.passes([{ ...at('Home'), timeoutMs: 4_000 }], { context: 'live' });
  });

  test('stopping the run ends the wait for a tab', async () => {
    const code = await runner.write([visit(), { ...switchTab('Never'), timeoutMs: 60_000 }]);
    await runner.call('runTest', { testId: code });
    await runner.until(({ action }) => action?.type === 'switchTab');
    expect(await runner.call('stopTest')).toMatchObject({ state: 'stopped' });
  });
});
