// @module-tag full
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { servePages } from '../support/serve-pages.ts';
import { appOf, lentShop } from './lent-shop.ts';
import { noteTraffic } from './worker-traffic.ts';

const Run = z.looseObject({ state: z.string(), reason: z.string().optional() });
const Tests = z.object({ tests: z.array(z.object({ name: z.string(), testCode: z.string() })) });
const Actions = z.object({ actions: z.array(z.looseObject({ type: z.string() })) });

/** What is pointed at is the only button. */
async function pick(tab: Page): Promise<void> {
  await tab.locator('x-pw-glass').waitFor({ state: 'attached' });
  await tab.mouse.move(20, 20);
  await tab.getByRole('button').click();
}

it('what a person does in the lent tab becomes a test that passes, and the tab is theirs again when it is given back', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup } = lent;
  await popup.getByLabel('New test').fill('Buy it');
  await popup.getByRole('button', { name: 'Record' }).click();
  await popup.getByText('Recording into m1.t1').waitFor();
  await tab.getByLabel('Name').fill('Ada');
  await tab.getByLabel('Password').fill('correct-horse');
  await popup.getByRole('button', { name: 'Pick an element' }).click();
  await pick(tab);
  await popup.getByText('button “Buy”').waitFor();
  await tab.getByRole('button', { name: 'Buy' }).click();
  await popup.getByText('4 actions').waitFor();
  await popup.getByRole('button', { name: 'Stop recording' }).click();
  await popup.getByText('4 actions recorded.').waitFor();
  const link = await popup.getByRole('link', { name: 'Open m1.t1' }).getAttribute('href');
  expect(link).toBe(`${shop.app.service.url}/p/shop/-/modules/m1/t1`);
  const offer = popup.getByRole('region', { name: 'Suggested check' });
  expect(await offer.getByRole('paragraph').innerText()).toMatch(/^Check that .*Bought/);
  await offer.getByRole('button', { name: 'Add check' }).click();
  await popup.getByText('The check is in the test.').waitFor();
  const { actions } = await shop.author.client.call('getActions', { testCode: 't1' }, Actions);
  expect(actions).toMatchObject([
    { type: 'visit' },
    { type: 'fill', value: 'Ada' },
    { type: 'fill', value: '{{secret.password}}' },
    { type: 'click', locator: "getByRole('button', { name: 'Buy' })" },
    { type: 'assert' },
  ]);
  const run = await shop.author.client.call('runTest', { testId: 't1', context: 'live', wait: 25 }, Run);
  expect(run).toMatchObject({ state: 'passed' });
  await popup.getByRole('button', { name: 'Take back' }).click();
  await popup.getByRole('button', { name: 'Lend this tab' }).waitFor();
  expect(await appOf(shop)).not.toMatchObject({ attachedBy: 'extension' });
  expect(await tab.getByRole('button').textContent()).toBe('Bought');
});

it('the popup is told of a recording, whoever begins and ends it and however it goes on, and asks for nothing', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup, chrome } = lent;
  await popup.getByRole('button', { name: 'Record' }).waitFor();
  await popup.getByLabel('New test').fill('Kept');
  await shop.author.module('Shop');
  await shop.author.test('m1', 'Buy', { actions: [] });
  const traffic = await noteTraffic(chrome);
  await shop.author.do('startRecording', { moduleId: 'm1', testId: 't1' });
  await popup.getByText('Recording into m1.t1: 1 action').waitFor();
  await popup.getByRole('button', { name: 'Take a picture' }).click();
  await popup.getByText('The picture is saved.').waitFor();
  await tab.getByRole('button', { name: 'Buy' }).click();
  await popup.getByText('Recording into m1.t1: 2 actions').waitFor();
  expect(await popup.getByText('The picture is saved.').count()).toBe(1);
  expect((await traffic()).calls).toEqual(['getScreenshot']);
  await popup.reload();
  await popup.getByText('Recording into m1.t1: 2 actions').waitFor();
  await shop.author.do('stopRecording');
  await popup.getByText('The recording has ended.').waitFor();
  await popup.getByRole('button', { name: 'Record' }).waitFor();
  expect((await traffic()).calls).toEqual(['getScreenshot', 'getModules']);
});

const FRAMES = {
  '/': `<!doctype html><title>Frames</title><iframe title="Near" src="/in"></iframe><iframe title="Far"></iframe>
    <script>document.querySelector('[title=Far]').src = 'http://localhost:' + location.port + '/in'</script>`,
  '/in': '<!doctype html><button>Press</button><a href="/in?next">Next</a>',
};

/** What the recorder asks of a frame that it does not know yet. */
const OF_UNKNOWN_FRAMES = ['DOM.getFrameOwner', 'DOM.resolveNode', 'Page.getFrameTree', 'Runtime.addBinding'];

it('a click in a frame of the lent tab asks for the place of the frame alone, wherever that frame has gone', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup, chrome } = lent;
  await using pages = await servePages(FRAMES);
  await shop.author.do('navigateUrl', { url: pages.url });
  await popup.getByRole('button', { name: 'Record' }).click();
  await popup.getByText('Recording into m1.t1: 1 action').waitFor();
  let count = 1;
  const press = async (frame: string, name: RegExp) => {
    await tab.frameLocator(`iframe[title=${frame}]`).getByText(name).click();
    count += 1;
    await popup.getByText(`Recording into m1.t1: ${count} actions`).waitFor();
  };
  for (const frame of ['Near', 'Far']) await press(frame, /Press/);
  const traffic = await noteTraffic(chrome);
  await press('Near', /Press/);
  await tab.evaluate("document.querySelector('[title=Near]').title = 'Nearest'");
  await press('Nearest', /Press/);
  await press('Far', /Next/);
  await press('Far', /Press/);
  const { commands } = await traffic();
  expect(commands).toContain('Runtime.callFunctionOn');
  expect(commands.filter(method => OF_UNKNOWN_FRAMES.includes(method))).toEqual([]);
  for (const site of [pages.url, pages.url.replace('127.0.0.1', 'localhost')]) {
    await tab.evaluate(`document.querySelector('[title=Far]').src = '${site}/in?of=${site}'`);
    await expect.poll(() => tab.frames().filter(frame => frame.url().includes(`of=${site}`))).toHaveLength(1);
    await press('Far', /Press/);
  }
  await popup.getByRole('button', { name: 'Stop recording' }).click();
  await popup.getByText(`${count} actions recorded.`).waitFor();
  const { actions } = await shop.author.client.call('getActions', { testCode: 't1' }, Actions);
  const frames = actions.slice(1).map(({ locator }) => /Nearest|Near|Far/.exec(String(locator))?.[0]);
  expect(frames).toEqual(['Near', 'Far', 'Near', 'Nearest', 'Far', 'Far', 'Far', 'Far']);
});

it('the popup takes a picture of the lent tab', async () => {
  await using lent = await lentShop();
  const { popup } = lent;
  await popup.getByRole('button', { name: 'Take a picture' }).click();
  await popup.getByText('The picture is saved.').waitFor();
  const path = await popup.getByRole('status').locator('code').innerText();
  const bytes = await readFile(path);
  expect(bytes.subarray(1, 4).toString()).toBe('PNG');
});

it('a person points at an element of the lent tab, and gets its locators', async () => {
  await using lent = await lentShop();
  const { shop, tab, popup, chrome } = lent;
  await popup.getByRole('button', { name: 'Pick an element' }).click();
  await popup.getByText('Click the element in the page').waitFor();
  await pick(tab);
  await popup.getByText('button “Buy”').waitFor();
  expect(await tab.getByRole('button').textContent()).toBe('Buy');
  const locators = popup.getByRole('list', { name: 'Locators' }).locator('code');
  expect((await locators.allInnerTexts())[0]).toBe("getByRole('button', { name: 'Buy' })");
  await chrome.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await popup
    .getByRole('button', { name: /^Copy the locator/ })
    .first()
    .click();
  await popup.getByText('Copied').waitFor();
  expect(await popup.evaluate('navigator.clipboard.readText()')).toBe("getByRole('button', { name: 'Buy' })");
  await popup.getByRole('button', { name: 'Pick an element' }).click();
  await popup.getByRole('button', { name: 'Stop picking' }).click();
  await popup.getByText('Given up').waitFor();
  expect(await appOf(shop)).toMatchObject({ open: true });
});

it("what Chrome's own Recorder exports is a test of the paired project, once, and grows with the recording", async () => {
  await using lent = await lentShop();
  const { shop, popup } = lent;
  const store = async (steps: readonly object[]) => {
    const recording = JSON.stringify({ title: 'Buy by hand', steps });
    const message = JSON.stringify({ kind: 'store-recording', recording });
    return await popup.evaluate(`chrome.runtime.sendMessage(${message})`);
  };
  const tests = async () =>
    (await shop.author.client.call('getTests', {}, Tests)).tests.map(({ name, testCode }) => ({ name, testCode }));
  const visit = { type: 'navigate', url: 'https://shop.example/' };
  expect(await store([visit])).toEqual({ result: { project: 'Shop', testCode: 't1' } });
  expect(await store([visit])).toEqual({ result: { project: 'Shop', testCode: 't1' } });
  expect(await tests()).toEqual([{ name: 'Buy by hand', testCode: 't1' }]);
  await store([visit, { type: 'keyDown', key: 'Enter' }, { type: 'keyUp', key: 'Enter' }]);
  expect(await tests()).toEqual([{ name: 'Buy by hand', testCode: 't2' }]);
  await shop.author.do('editTest', { testCode: 't2', name: 'Edited meanwhile' });
  await store([visit, visit]);
  expect((await tests()).map(({ name }) => name)).toEqual(['Edited meanwhile', 'Buy by hand']);
  expect(await store([{ no: 'type' }])).toMatchObject({
    problem: expect.stringContaining('not a recording of Chrome'),
  });
});
