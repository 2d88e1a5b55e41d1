/** Several people in one test, each in a browser window of their own. */
import { describe, expect, test } from 'vitest';
import { kill, pageProcesses } from '../../support/browser-processes.ts';
import type { Answer } from '../browser/app-fixture.ts';
import { type ActionInput, flat, states, useRunner } from './runner-fixture.ts';

const messages: string[] = [];

const chat = (heading: string): string => `<title>Chat</title><h1>${heading}</h1>
  <label>Message <input></label><button onclick="send()">Send</button><ul></ul>
  <button onclick="document.cookie = 'seen=yes'">Remember</button>
  <button onclick="alert('Hello')">Greet</button><output></output>
  <script>
    const send = () => fetch('/say?text=' + encodeURIComponent(document.querySelector('input').value));
    const show = async () => {
      const said = await (await fetch('/said')).json();
      document.querySelector('ul').innerHTML = said.map(text => '<li>' + text + '</li>').join('');
      document.querySelector('output').textContent = document.cookie || 'nothing';
    };
    setInterval(show, 100);
  </script>`;

/** Processes of the pages that were open when the first actor had its own. */
let opened: ReturnType<typeof pageProcesses> = [];

const PAGES: Record<string, Answer> = {
  '/': chat('Room'),
  '/said': (_request, response) =>
    void response.setHeader('content-type', 'application/json').end(JSON.stringify(messages)),
  '/say': (request, response) => {
    messages.push(new URL(request.url ?? '', 'http://x').searchParams.get('text') ?? '');
    response.end('ok');
  },
  '/size': '<title>Size</title><p></p><script>document.querySelector("p").textContent = innerWidth</script>',
  '/first': (_request, response) => {
    opened = pageProcesses();
    response.setHeader('content-type', 'text/html').end('<h1>First</h1>');
  },
  '/crash': (_request, response) => {
    kill(pageProcesses().filter(now => !opened.some(known => known.pid === now.pid)));
    response.end();
  },
};

const runner = useRunner(PAGES, { context: 'fresh' });

const BUYER = { name: 'Buyer' };
const SELLER = { name: 'Seller' };
const visit = { type: 'visit', url: '/' };
const click = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}' })` });
const says = (text: string) => ({ type: 'fill', locator: `getByLabel('Message')`, value: text });
const reads = (text: string) => ({ type: 'assert', matcher: 'toBeVisible', locator: `getByText('${text}')` });
const as = (actor: string, action: ActionInput) => ({ ...action, actor });

describe('actors', () => {
  test('two of them talk to each other, and rows without a name are the first one', async () => {
    const results = await runner.run({
      actors: [BUYER, SELLER],
      actions: [
        visit,
        as('Seller', visit),
        says('Is it still there?'),
        click('Send'),
        as('Seller', reads('Is it still there?')),
        as('Seller', says('It is')),
        as('Seller', click('Send')),
        as('Buyer', reads('It is')),
      ],
    });
    expect([results.outcome, states(results.actions)]).toEqual(['passed', Array(8).fill('passed')]);
    expect(results.actions.map(({ title }) => title.split(':')[0])).toEqual([
      'Buyer',
      'Seller',
      'Buyer',
      'Buyer',
      'Seller',
      'Seller',
      'Seller',
      'Buyer',
    ]);
  });

  test('cookies, dialogs and tabs of one are not those of another', async () => {
    const results = await runner.run({
      actors: [BUYER, SELLER],
      actions: [
        visit,
        as('Seller', visit),
        click('Remember'),
        reads('seen=yes'),
        as('Seller', { type: 'assert', matcher: 'toHaveText', locator: 'output', expected: 'nothing' }),
        { type: 'dialog', accept: true },
        as('Seller', { type: 'newTab', url: '/size' }),
        click('Greet'),
        as('Seller', { type: 'assert', matcher: 'toHaveTitle', expected: 'Size' }),
        { type: 'assert', matcher: 'toHaveTitle', expected: 'Chat' },
      ],
    });
    expect([results.outcome, flat(results.actions).find(({ error }) => error)?.error?.message]).toEqual([
      'passed',
      undefined,
    ]);
  });

  test('each has a device of its own', async () => {
    const size = (expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator: 'p', expected });
    const results = await runner.run({
      actors: [
        { ...BUYER, device: 'iPhone SE' },
        { ...SELLER, device: 'Desktop Chrome' },
      ],
      actions: [
        { type: 'visit', url: '/size' },
        as('Seller', { type: 'visit', url: '/size' }),
        size('980'),
        as('Seller', size('1280')),
      ],
    });
    expect([results.outcome, flat(results.actions).map(({ error }) => error?.actual)]).toEqual([
      'passed',
      Array(4).fill(undefined),
    ]);
  });

  test('a plugged test acts for the actor of its row', async () => {
    const greet = await runner.write({ name: 'Say hello', actions: [visit, says('Hello, all'), click('Send')] });
    const results = await runner.run({
      actors: [BUYER, SELLER],
      actions: [visit, as('Seller', { type: 'plugTest', test: greet }), reads('Hello, all')],
    });
    expect([results.outcome, flat(results.actions).map(({ title }) => title.split(':')[0])]).toEqual([
      'passed',
      ['Buyer', 'Seller', 'Seller', 'Seller', 'Seller', 'Buyer'],
    ]);
  });

  test('a row of somebody who is no actor keeps the test from running, and says who there is', async () => {
    const testCode = await runner.write({ actors: [BUYER, SELLER], actions: [as('Sellr', visit)] });
    await expect(runner.call('runTest', { testId: testCode })).rejects.toThrow(/“Sellr”.*“Buyer”, “Seller”/);
  });

  test('with another name at the same place, rows follow', async () => {
    const testCode = await runner.write({ actors: [BUYER, SELLER], actions: [as('Seller', visit)] });
    const edited = await runner.call('editTest', { testCode, actors: [BUYER, { name: 'Vendor' }] });
    expect(edited).not.toHaveProperty('problems');
    expect(await runner.call('getActions', { testCode })).toMatchObject({ actions: [{ actor: 'Vendor' }] });
  });

  test('two of one name, and a device that there is not, are refused at their fields', async () => {
    const write = (actors: object[]) => runner.write({ actors, actions: [] });
    await expect(write([BUYER, { name: 'buyer' }])).rejects.toThrow(/actors\[1\]\.name.*appears twice/);
    await expect(write([{ ...BUYER, device: 'iPhone 155' }])).rejects.toThrow(/actors\[0\]\.device/);
  });
});

describe('a window of an actor', () => {
  const alone = useRunner(PAGES, { context: 'fresh', ownBrowser: true });

  test('whose page crashes is the error of their rows, and of nobody else', { tags: 'full' }, async () => {
    const go = { onFailure: 'continue', timeoutMs: 5_000 };
    const results = await alone.run({
      actors: [BUYER, SELLER],
      actions: [
        { type: 'visit', url: '/first' },
        as('Seller', visit),
        { type: 'request', method: 'GET', url: '/crash' },
        { ...as('Seller', reads('Room')), ...go },
        { ...reads('First'), ...go },
      ],
    });
    expect(states(results.actions)).toEqual(['passed', 'passed', 'passed', 'error', 'passed']);
    expect(results.actions[3]?.error?.message).toContain('the page crashed');
  });
});
