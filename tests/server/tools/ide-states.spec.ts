import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type IdePage, openIdePage } from '../../support/ide-page.ts';
import { servePages } from '../../support/serve-pages.ts';
import { linkOf, startTestApp, type TestApp } from '../../support/test-app.ts';

/** The IDE tools of the specification with valid arguments, and what they say once an IDE is open on an empty project. */
const OPEN: Record<string, { args?: object; says: string }> = {
  getIDEState: { says: 'answers' },
  navigateTo: { args: { moduleId: 'm1' }, says: 'answers' },
  runTest: { args: { testId: 't9' }, says: 'not-found' },
  stopTest: { says: 'not-running' },
  pauseTest: { says: 'not-running' },
  resumeTest: { says: 'not-running' },
  getTestStatus: { says: 'answers' },
  getTestResults: { says: 'no-run' },
  getPageInfo: { says: 'app-not-open' },
  getPageElements: { says: 'app-not-open' },
  getScreenshot: { says: 'app-not-open' },
  getConsoleLog: { says: 'app-not-open' },
  setBreakpoint: { args: { testId: 't1', actionIndex: 0 }, says: 'answers' },
  getBreakpoints: { says: 'answers' },
  clearBreakpoints: { says: 'answers' },
  getAppUrl: { says: 'answers' },
  navigateUrl: { args: { url: 'file:///etc/hosts' }, says: 'invalid-params' },
  refreshPage: { says: 'app-not-open' },
  waitForPageReady: { says: 'app-not-open' },
  getIDEUrl: { says: 'answers' },
  setIDEUrl: { args: { url: '/p/shop/main/modules' }, says: 'answers' },
};

const WITHOUT_IDE = ['getIDEState', 'getIDEUrl', 'setIDEUrl'];
const WITH_A_RUN = ['stopTest', 'getTestStatus', 'getTestResults'];

const Told = z.object({ data: z.looseObject({ reason: z.string() }), message: z.string() });

async function ask({ client }: TestApp, tool: string) {
  const failure = client.failure(tool, OPEN[tool]?.args ?? {}).then(Told.parse, () => undefined);
  return await failure;
}

async function startShop(): Promise<TestApp> {
  const app = await startTestApp({ withIde: false });
  await app.client.call('createModule', { name: 'Basket' }, z.unknown());
  const actions = [{ type: 'comment', text: 'here' }];
  await app.client.call('createTest', { moduleCode: 'm1', name: 'Add', actions }, z.unknown());
  return app;
}

const STATES: [state: string, projectId: string | undefined, begins: string][] = [
  ['no IDE is open', undefined, 'No IDE is open'],
  ['an IDE is open on another project', 'other', 'The IDE is open, but logged in to another project'],
];

describe.each(STATES)('while %s', (_state, projectId, begins) => {
  let app: TestApp;
  let other: IdePage | undefined;
  beforeAll(async () => {
    app = await startShop();
    other = projectId === undefined ? undefined : await openIdePage({ link: linkOf(app.service), projectId });
  });
  afterAll(async () => {
    await other?.[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  const tools = Object.keys(OPEN).filter(tool => projectId === undefined || tool !== 'navigateUrl');
  test.each(tools)('%s works without an IDE on the project, or says how to open one', async tool => {
    const told = await ask(app, tool);
    if (WITHOUT_IDE.includes(tool)) return expect(told).toBeUndefined();
    const url = `${app.service.url}/p/shop`;
    expect(told?.data).toMatchObject({ reason: 'ide-not-open', next: 'openIDE', url: expect.stringContaining(url) });
    expect(told?.message).toContain(begins);
    expect(told?.message).toContain(`Call openIDE, or open ${url}`);
  });
});

test('navigateUrl opens an IDE on the project beside one that shows another', { tags: ['full'] }, async () => {
  await using app = await startShop();
  await using pages = await servePages({ '/': '<title>Shop</title>' });
  const url = { url: pages.url };
  expect((await app.client.failure('navigateUrl', url)).data).toMatchObject({
    reason: 'ide-not-open',
    next: 'openIDE',
  });
  await using other = await openIdePage({ link: linkOf(app.service), projectId: 'other' });
  const Arrival = z.looseObject({ title: z.string(), openedIde: z.string().optional() });
  const { title, openedIde } = await app.client.call('navigateUrl', url, Arrival);
  expect(title).toBe('Shop');
  const State = z.object({ ides: z.array(z.looseObject({ ideId: z.string() })), elsewhere: z.number() });
  const { ides, elsewhere } = await app.client.call('getIDEState', {}, State);
  expect([ides.map(({ ideId }) => ideId), elsewhere]).toEqual([[openedIde], 1]);
  expect(other.ideId).not.toBe(openedIde);
  expect((await app.client.call('navigateUrl', url, Arrival)).openedIde).toBeUndefined();
});

describe('while an IDE is open on the project', () => {
  let app: TestApp;
  let ide: IdePage;
  beforeEach(async () => {
    app = await startShop();
    ide = await openIdePage({ link: linkOf(app.service), projectId: 'shop' });
  });
  afterEach(async () => {
    await ide[Symbol.asyncDispose]();
    await app[Symbol.asyncDispose]();
  });

  test.each(Object.entries(OPEN))('%s answers with an open IDE or says what is missing', async (tool, { says }) => {
    const told = await ask(app, tool);
    expect(told?.data.reason ?? 'answers').toBe(says);
  });

  test('a run continues after its IDE is closed, and can still be stopped and read', async () => {
    await app.client.call('editTest', { testCode: 't1', moduleCode: 'm1', actions: WAITING }, z.unknown());
    await app.client.call('clearBreakpoints', {}, z.unknown());
    await app.client.call('runTest', { testId: 't1' }, z.unknown());
    await ide[Symbol.asyncDispose]();
    await expect
      .poll(() => ask(app, 'pauseTest'), { timeout: 20_000 })
      .toMatchObject({ data: { reason: 'ide-not-open' } });
    const told = await Promise.all(['getTestStatus', 'stopTest'].map(tool => ask(app, tool)));
    expect(told).toEqual([undefined, undefined]);
    for (const tool of WITH_A_RUN) expect((await ask(app, tool))?.data.reason).not.toBe('ide-not-open');
  });
});

const WAITING = [{ type: 'wait', until: 'time', value: 60_000 }];
