import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Page } from 'playwright';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { servePages } from '../ide-bridge/browser/app-fixture.ts';
import { expectAccessibleInThemes, showIde } from './open-page.ts';
import { details, rows } from './run-page.ts';
import { eventually, expectRows, rowsOf, useApp } from './shared-app.ts';

const ORDERS = `{"total":2,"orders":[
  {"id":12345678901234567890,"customer":{"name":"Ann","city":{"name":"Köln"}}},
  {"id":2,"customer":{"name":"Bob","city":{"name":"Bonn"}}}
]}`;

const LONG = `${'word '.repeat(5_999)}ended`;

/** Bodies that the app was sent. */
const sent: string[] = [];

const PAGES = {
  '/': `<title>Orders</title><link rel="icon" href="data:,"><button onclick="
    fetch('/orders', { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ note: 'it\\'s $(new) {{now}}' }) });
    fetch('/gone'); fetch('/broken').catch(() => {});
    const script = document.createElement('script'); script.src = '/more.js'; document.body.append(script);
  ">Load</button>`,
  '/orders': async (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    for await (const part of request) body += part;
    sent.push(body);
    response.setHeader('content-type', 'application/json').end(ORDERS);
  },
  '/texts': '<title>Texts</title><link rel="icon" href="data:,"><button onclick="fetch(\'/long\')">Load</button>',
  '/long': (_request: IncomingMessage, response: ServerResponse) =>
    void response.setHeader('content-type', 'text/plain').end(LONG),
  '/broken': (_request: IncomingMessage, response: ServerResponse) => void response.destroy(),
  '/more.js': (_request: IncomingMessage, response: ServerResponse) =>
    void response.setHeader('content-type', 'text/javascript').end('console.log("more")'),
};

const shared = useApp();

const requestsOf = (page: Page) => details(page).getByRole('region', { name: 'Requests of this action' });
const addresses = (page: Page) =>
  expect.poll(
    async () => (await requestsOf(page).locator('li > button').allInnerTexts()).map(text => /\/\S*/.exec(text)?.[0]),
    eventually,
  );

it('a long body that is no JSON is copied whole, and it is said how much of it is shown', {
  tags: 'full',
}, async () => {
  await using served = await servePages(PAGES);
  const { testCode, path } = await shared.newTest([
    { type: 'visit', url: `${served.origin}/texts` },
    { type: 'click', locator: "getByRole('button', { name: 'Load' })" },
  ]);
  const page = await showIde(shared.app, path, { permissions: ['clipboard-read', 'clipboard-write'] });
  const runId = await shared.author.run(testCode);
  await page.goto(`${shared.app.service.url}/p/shop/main/runs/${runId}`);
  await rows(page)
    .filter({ hasText: /^Click/ })
    .click();
  await requestsOf(page).getByRole('button', { name: 'GET /long' }).click();
  const answer = requestsOf(page).getByRole('region', { name: 'Body of the response' });
  await answer.getByText('Shown are the first 20,000 of 30,000 characters; Copy takes all.').waitFor();
  expect(await answer.innerText()).not.toContain('ended');
  await answer.getByRole('button', { name: 'Copy body of the response' }).click();
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()'), eventually).toBe(LONG);
});

it('requests are searched with their bodies, filtered, unfolded, and copied as what sends them again', {
  tags: 'full',
}, async () => {
  await using served = await servePages(PAGES);
  const { moduleCode, testCode, path } = await shared.newTest([
    { type: 'visit', url: `${served.origin}/` },
    { type: 'click', locator: "getByRole('button', { name: 'Load' })" },
  ]);
  const page = await showIde(shared.app, path, { permissions: ['clipboard-read', 'clipboard-write'] });
  const runId = await shared.author.run(testCode);
  await page.goto(`${shared.app.service.url}/p/shop/main/runs/${runId}`);
  await rows(page)
    .filter({ hasText: /^Click/ })
    .click();
  const requests = requestsOf(page);
  await addresses(page).toEqual(['/orders', '/gone', '/broken', '/more.js']);

  const choice = (name: string) => requests.getByRole('button', { name });
  await choice('4xx and 5xx 1').click();
  await choice('Failed 1').press('Enter');
  await addresses(page).toEqual(['/gone', '/broken']);
  await choice('Scripts 1').click();
  await requests.getByText('No request matches the filter.').waitFor();
  await expectAccessibleInThemes(page);
  await choice('Show all').click();
  await addresses(page).toEqual(['/orders', '/gone', '/broken', '/more.js']);

  await requests.getByRole('textbox', { name: 'Search requests' }).fill('bonn');
  await addresses(page).toEqual(['/orders']);
  await requests.getByText('1 of 4 are shown.').waitFor();
  await choice('POST /orders').press('Enter');
  const answer = requests.getByRole('region', { name: 'Body of the response' });
  const found = answer.locator('[aria-current]');
  await expect.poll(() => found.innerText(), eventually).toBe('"name": "Bonn"');
  await answer.getByRole('textbox').fill('name');
  await answer.getByText('1 of 4').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect.poll(() => found.innerText(), eventually).toBe('"name": "Bob"');
  await answer.getByText('"id": 12345678901234567890').waitFor();
  await expectAccessibleInThemes(page);
  await answer.getByRole('textbox').fill('');
  await answer.getByRole('button', { name: 'Fold all', exact: true }).click();
  await answer.getByText('"orders": 2 items').press('Enter');
  await expect.poll(() => answer.locator('details[open]').count(), eventually).toBe(2);

  const copied = async (form: string): Promise<unknown> => {
    await choice('Copy as').click();
    await page.getByRole('menuitem', { name: form, exact: true }).click();
    await page.getByText(`${form} copied`).last().waitFor();
    return page.evaluate('navigator.clipboard.readText()');
  };
  expect(await copied('cURL')).toContain(`--data-raw '{"note":"it'\\''s $(new) {{now}}"}'`);
  expect(await copied('fetch')).toMatch(/^fetch\("http:\/\/127\.0\.0\.1:\d+\/orders", \{\n {2}"method": "POST"/);
  await copied('API call');
  await page.goto(`${shared.app.service.url}${path}`);
  await rowsOf(page).nth(1).click();
  await page.keyboard.press('Control+v');
  await expectRows(page, [/Go to/, /Click/, /Call POST/]);
  // The page shows a row before the service has it.
  await expect.poll(async () => (await shared.author.actions({ moduleCode, testCode })).length, eventually).toBe(3);
  await shared.author.run(testCode);
  const body = `{"note":"it's $(new) {{now}}"}`;
  expect(sent).toEqual([body, body, body]);
});

it('a recorded request is answered like that from now on, its body kept as a file, and checked that it is sent', {
  tags: 'full',
}, async () => {
  await using served = await servePages({
    '/': `<title>Orders</title><link rel="icon" href="data:,"><p></p><button onclick="fetch('/api/orders?page=1')
      .then(async reply => { document.querySelector('p').textContent = reply.status + ' ' + await reply.text(); })">Load</button>`,
    '/api/orders': (_request, response) =>
      void response.setHeader('content-type', 'application/json').end('{"total":2}'),
  });
  const { testCode, moduleCode, path } = await shared.newTest([
    { type: 'visit', url: served.origin },
    { type: 'click', locator: "getByRole('button', { name: 'Load' })" },
    { type: 'assert', matcher: 'toHaveText', locator: 'p', expected: '200 {"total":2}' },
  ]);
  const page = await showIde(shared.app, path);
  const runId = await shared.author.run(testCode);
  await page.goto(`${shared.app.service.url}/p/shop/main/runs/${runId}`);
  await rows(page)
    .filter({ hasText: /^Click/ })
    .click();
  await requestsOf(page)
    .getByRole('button', { name: /^GET .*\/api\/orders/ })
    .click();
  await requestsOf(page).getByRole('button', { name: 'Answer like this in this test' }).click();
  await page.getByText('Mock added as action 2').waitFor();
  await requestsOf(page).getByRole('button', { name: 'Check this request' }).click();
  await page.getByText('Check added as action 4').waitFor();
  await expectAccessibleInThemes(page);
  const actions = await shared.author.actions({ moduleCode, testCode });
  expect(actions).toMatchObject([
    { type: 'visit' },
    { type: 'mock', method: 'GET', status: '200', file: 'answers/api-orders.json' },
    { type: 'click' },
    { type: 'expectRequest', method: 'GET', status: '200' },
    { type: 'assert' },
  ]);
  expect(await shared.author.run(testCode)).not.toBe(runId);
  const Last = z.object({ runs: z.array(z.object({ state: z.string() })) });
  await expect
    .poll(async () => (await shared.author.client.call('getRuns', { limit: 1 }, Last)).runs[0]?.state, eventually)
    .toBe('passed');
});
