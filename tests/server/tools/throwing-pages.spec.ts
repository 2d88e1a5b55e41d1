import { expect, test } from 'vitest';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

const page = (script: string) =>
  `<title>Page</title><h1>Home</h1><button>Save</button><input type="password"><script>${script}</script>`;

const THROW = 'const fail = () => { throw new Error("not for you"); };';
/** What scripts of ours read in the world of the page. */
const BROKEN = ['getAttribute', 'getBoundingClientRect', 'matches', 'closest', 'querySelectorAll', 'checkVisibility'];

const runner = useRunner({
  '/title': page(
    `${THROW} for (const name of ['title', 'readyState']) Object.defineProperty(document, name, { get: fail })`,
  ),
  '/object': page('Object.defineProperty(document, "title", { get: () => ({ toString() { throw 1; } }) })'),
  '/all': page(
    `${THROW} for (const name of ${JSON.stringify(BROKEN)}) for (const owner of [Element, Document, HTMLInputElement])
      Object.defineProperty(owner.prototype, name, { get: fail, configurable: true });
    for (const name of ['title', 'readyState', 'body', 'activeElement', 'documentElement'])
      Object.defineProperty(document, name, { get: fail });
    for (const name of ['getComputedStyle', 'getSelection', 'innerWidth']) Object.defineProperty(window, name, { get: fail });
    Array.prototype.map = fail; Array.from = fail; JSON.stringify = fail;`,
  ),
});

test.each(['/title', '/object'])('the page %s whose title throws is told without one', async url => {
  expect(await runner.call('navigateUrl', { url })).toMatchObject({ title: '' });
  expect(await runner.call('getPageInfo')).toMatchObject({ url: expect.stringContaining(url), title: '' });
  expect(await runner.call('waitForPageReady')).toBeDefined();
  expect(await runner.call('refreshPage')).toMatchObject({ status: 200 });
  const click = { type: 'click', locator: "getByRole('button')" };
  expect(await runner.call('performActions', { actions: [click] })).toMatchObject({ state: 'passed' });
});

test('no tool that looks at a page fails as if by a fault of ours where every script of the page throws', async () => {
  await runner.call('navigateUrl', { url: '/all' });
  const look = (name: string, args: object = {}) => ({
    jsonrpc: '2.0',
    id: name,
    method: 'tools/call',
    params: { name, arguments: args },
  });
  const calls = [
    look('getPageInfo'),
    look('getPageElements', { interactiveOnly: false, boxes: true }),
    look('getScreenshot', { as: 'file' }),
    look('getScreenshot', { as: 'file', locator: 'button' }),
    look('getConsoleLog'),
    look('getNetworkLog'),
    look('waitForPageReady'),
    look('validateActions', { actions: [{ type: 'click', locator: 'button' }] }),
    look('performAction', { action: { type: 'extract', locator: 'h1', into: 'text' } }),
    look('performActions', { actions: [{ type: 'click', locator: 'button' }] }),
    look('refreshPage'),
  ];
  const failed: unknown[] = [];
  for (const call of calls) {
    const reply: unknown = await (await runner.app.client.post(call)).json();
    if (JSON.stringify(reply).includes('-32603')) failed.push([call.params, reply]);
  }
  expect(failed).toEqual([]);
});
