import { chromium } from 'playwright';
import { startDebuggedBrowser } from '../support/debugged-browser.mjs';
import { startService, temporaryWorkspace } from '../support/service.mjs';
import { serveStockPage } from '../support/stock-page.mjs';
import { PROJECT_ID, writeProject } from '../support/write-project.mjs';

const MODULE = 'm1';
const CLICKS = 30;
const KEYS = 60;
const LONGEST_MS = 5_000;
/** What the recorder listens to of one click (pointerdown, pointerup, click) and of one key (keydown, input). */
const [EVENTS_A_CLICK, EVENTS_A_KEY] = [3, 2];

/** Keeps, in the page, when its last click happened. */
const NOTE_TIMES = `addEventListener('click', event => {
  globalThis.clickedAt = performance.timeOrigin + event.timeStamp;
}, true)`;

/** The window of the service as a second client at the same browser has it. */
async function windowOf(browser, url) {
  const pages = browser.contexts().flatMap(context => context.pages());
  const page = pages.find(each => each.url().startsWith(url));
  if (page === undefined) throw new Error('The window of the service is not there.');
  return { page, session: await page.context().newCDPSession(page) };
}

/** Middles of the buttons that are in view, which a mouse can be moved to without asking the page again. */
const buttonsIn = page =>
  page.evaluate(() =>
    [...document.querySelectorAll('tbody button')]
      .map(button => button.getBoundingClientRect())
      .filter(({ bottom }) => bottom < innerHeight)
      .map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 })),
  );

async function busyMs({ session }) {
  const { metrics } = await session.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
}

/** How long the main thread of the page works for an input, all that follows from it included. */
async function costOf(window, times, act) {
  const before = await busyMs(window);
  for (let count = 0; count < times; count += 1) await act(count);
  return ((await busyMs(window)) - before) / times;
}

/** A fresh document, so that no script of an earlier recording is in it; the first inputs warm it up. */
async function measureCosts(window) {
  const { page } = window;
  await page.reload();
  const buttons = await buttonsIn(page);
  const click = count => page.mouse.click(buttons[count % buttons.length].x, buttons[count % buttons.length].y);
  for (let count = 0; count < 3; count += 1) await click(count);
  const clickMs = await costOf(window, CLICKS, click);
  await page.getByTestId('note').focus();
  const keyMs = await costOf(window, KEYS, () => page.keyboard.press('a'));
  return { clickMs: clickMs / EVENTS_A_CLICK, keyMs: keyMs / EVENTS_A_KEY };
}

/** From a click in the page to the answer of getActions that has its row. */
async function rowMs({ client }, { page }, { testCode, count }) {
  const actionsOf = async () => (await client.call('getActions', { testCode })).actions;
  const before = (await actionsOf()).length;
  const buttons = await buttonsIn(page);
  const { x, y } = buttons[count % buttons.length];
  await page.mouse.click(x, y);
  const giveUpAt = performance.now() + LONGEST_MS;
  while ((await actionsOf()).length === before)
    if (performance.now() > giveUpAt) throw new Error('A click has not become a row.');
  const seenAt = performance.timeOrigin + performance.now();
  return seenAt - (await page.evaluate('clickedAt'));
}

const ROWS_A_ROUND = 10;

/** A new test for each recording: getActions answers long ones in parts. */
async function record({ client }, work) {
  const { test } = await client.call('createTest', { moduleCode: MODULE, name: 'Recorded' });
  await client.call('startRecording', { moduleId: MODULE, testId: test.testCode });
  const answer = await work(test.testCode);
  await client.call('stopRecording');
  return answer;
}

async function measureRound(service, window, kept) {
  kept.bare.push(await measureCosts(window));
  kept.recorded.push(await record(service, () => measureCosts(window)));
  await record(service, async testCode => {
    await window.page.evaluate(NOTE_TIMES);
    for (let count = 0; count < ROWS_A_ROUND; count += 1)
      kept.rows.push(await rowMs(service, window, { testCode, count }));
  });
}

const pick = ({ bare, recorded }, name) => ({
  values: recorded.map(each => each[name]),
  floor: bare.map(each => each[name]),
});

/** Somebody clicks and types in a browser that the service is attached to, recorded and not, by turns. */
export const recorder = {
  title: 'recording on a page of 200 shelves, beside the same page unrecorded',
  async measure({ rounds }) {
    const served = await serveStockPage();
    const workspace = await temporaryWorkspace();
    await writeProject(workspace.folder, [{ moduleCode: MODULE, name: 'Stock', rank: 1, tests: [] }], served.url);
    const foreign = await startDebuggedBrowser();
    const service = await startService(workspace.folder, PROJECT_ID, { attachTo: foreign.endpoint });
    const kept = { rows: [], bare: [], recorded: [] };
    try {
      await service.client.call('navigateUrl', { url: served.url });
      const browser = await chromium.connectOverCDP(foreign.endpoint);
      const window = await windowOf(browser, served.url);
      await window.session.send('Performance.enable');
      await measureRound(service, window, { rows: [], bare: [], recorded: [] });
      for (let round = 0; round < rounds; round += 1) await measureRound(service, window, kept);
      await browser.close();
    } finally {
      await service.close();
      await foreign.end();
      served.close();
      await workspace.remove();
    }
    return [
      { what: 'from a click to its row', unit: 'ms', values: kept.rows, atMost: 100 },
      { what: 'the page, for an event of a click', unit: 'ms', ...pick(kept, 'clickMs'), moreThanFloor: 1 },
      { what: 'the page, for an event of typing', unit: 'ms', ...pick(kept, 'keyMs'), moreThanFloor: 1 },
    ];
  },
};
