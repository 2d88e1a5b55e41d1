// @module-tag full
import { describe, expect, test } from 'vitest';
import { states, useRunner } from './runner-fixture.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

const runner = useRunner(
  {
    '/': '<title>Shop</title><h1>Shop</h1><button>Save</button>',
    '/circle': (_request, response) => response.writeHead(302, { location: '/circle' }).end(),
    '/pops': `<title>Pops</title><button onclick="window.open('/opened'); window.close()">Open</button>`,
    '/pops-at-once': `<title>Pops</title><script>window.open('/opened'); window.close()</script>`,
    '/opened': '<title>Opened</title><button>Inside</button>',
    '/file.zip': (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' }).end('PK'),
    '/nothing': (_request, response) => response.writeHead(204).end(),
    '/links': '<title>Links</title><a href="/file.zip">File</a><a href="/nothing">Nothing</a>',
    '/again': '<title>Again</title><meta http-equiv="refresh" content="0">',
    '/alarm': '<title>Alarm</title><h1>Alarm</h1><button>Stop</button><script>setInterval(() => alert(1), 1)</script>',
    '/hail': '<title>Hail</title><script>setInterval(alert, 1)</script>',
    '/silent': () => {},
    '/frame': '<title>Frame</title><button>Outside</button><iframe src="/silent"></iframe>',
    '/frames':
      '<title>Frames</title><button>Outside</button><iframe src="/silent"></iframe><iframe src="/opened"></iframe>',
    '/closed': `<title>Closed</title><div id="host"></div><script>
    document.getElementById('host').attachShadow({ mode: 'closed' }).innerHTML = '<button>Hidden</button>';</script>`,
    '/goes': `<title>Goes</title><button onclick="location = '/slow'">Go</button><input oninput="location = '/slow'">
    <select onchange="location = '/slow'"><option>a<option>b</select>`,
    '/slow': (_request, response) => {
      setTimeout(() => response.writeHead(200, HTML).end('<title>Slow</title><h1>Slow</h1>'), 500);
    },
  },
  { context: 'fresh' },
);

const visit = (url: string) => ({ type: 'visit', url });
const click = (locator: string) => ({ type: 'click', locator });
const title = (expected: string) => ({ type: 'assert', matcher: 'toHaveTitle', expected });

const nextRunWorks = () => runner.passes([visit('/'), title('Shop')]);

describe('an address without a page', () => {
  test.each([
    ['/circle', /could not be opened: it redirects in a loop \(ERR_TOO_MANY_REDIRECTS\)\.$/],
    ['/file.zip', /could not be opened: it answered with a download or without content,/],
    ['/nothing', /could not be opened: it answered with a download or without content,/],
  ])('a visit to %s says why no page opens, and the next run works', async (url, message) => {
    const { error, state } = await runner.fails([visit(url)]);
    expect([error.message, state]).toEqual([expect.stringMatching(message), 'error']);
    const refused = await runner.app.client.failure('navigateUrl', { url });
    expect([refused.message, refused.data.reason]).toEqual([expect.stringMatching(message), 'page-error']);
    expect(await runner.call('navigateUrl', { url: '/' })).toMatchObject({ title: 'Shop', status: 200 });
    await nextRunWorks();
  });

  test('a link to a download or to an empty answer leaves the page as it is', () =>
    runner.passes([
      visit('/links'),
      click("getByText('File')"),
      title('Links'),
      click("getByText('Nothing')"),
      title('Links'),
    ]));
});

test('a page that reloads itself again and again is shown, or the error says so in plain words', async () => {
  const words = /^The page .*\/again keeps (?:loading itself again|going to other addresses)\.$|was not loaded within/;
  const shown = await runner.call('navigateUrl', { url: '/again' }).catch(({ message }) => ({ title: message }));
  expect(shown).toMatchObject({ title: expect.stringMatching(new RegExp(`^Again$|${words.source}`)) });
  expect(await runner.call('navigateUrl', { url: '/' })).toMatchObject({ title: 'Shop' });
  await nextRunWorks();
});

describe('a page that opens another one and closes itself', () => {
  test.each([
    ['when it is clicked', [visit('/pops'), click('button')]],
    ['while it loads', [visit('/pops-at-once')]],
    ['while it loads, with a page before it', [visit('/'), visit('/pops-at-once')]],
  ])('a run moves on to the opened page after its opener closes itself %s', async (_when, actions) => {
    await runner.passes([...actions, title('Opened'), click("getByText('Inside')")]);
  });
});

describe('a page that alerts again and again', () => {
  test('a page that keeps alerting can still be used, and the next run works', async () => {
    await runner.passes([
      visit('/alarm'),
      click('button'),
      title('Alarm'),
      { type: 'extract', from: 'text', locator: 'h1', into: 'text' },
      { type: 'screenshot' },
    ]);
    await nextRunWorks();
  });
});

describe('a page that alerts without a pause', () => {
  // Whether a dialog opens just as the page is left is chance.
  test.each([1, 2, 3])('a page that alerts without a pause is left and reloaded like any other, round %i', async () => {
    await runner.call('navigateUrl', { url: '/hail' });
    expect(await runner.call('refreshPage')).toMatchObject({ title: 'Hail' });
    expect(await runner.call('navigateUrl', { url: '/' })).toMatchObject({ title: 'Shop' });
  });

  test('a test can leave a page that alerts without a pause', () =>
    runner.passes([visit('/hail'), visit('/'), title('Shop'), visit('/hail'), visit('/'), title('Shop')]));
});

describe('a page that goes elsewhere during an action', () => {
  test.each<[string, { type: string; [field: string]: unknown }]>([
    ['a click', click('button')],
    ['typing', { type: 'fill', locator: 'input', value: 'abc' }],
    ['a choice', { type: 'select', locator: 'select', values: 'b' }],
  ])('the next actions run on the page that %s leads to', async (_what, action) => {
    const text = { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Slow' };
    await runner.passes([visit('/goes'), action, text, { type: 'script', code: 'document.title' }]);
  });

  test('a script ends with an error when its page moves to another address', async () => {
    const { error } = await runner.fails([
      visit('/goes'),
      { type: 'script', code: "location = '/slow'; await new Promise(() => {})" },
    ]);
    expect(error.message).toBe('The page went to another address while the script was being checked or was running.');
    await nextRunWorks();
  });
});

describe('a frame that never loads', () => {
  test('a frame that never loads fails only the visit and actions inside the frame', async () => {
    const { actions } = await runner.run([
      { ...visit('/frame'), timeoutMs: 4_000, onFailure: 'continue' },
      click("getByText('Outside')"),
      { type: 'screenshot' },
      { ...click("frameLocator('iframe').getByRole('button')"), timeoutMs: 4_000, onFailure: 'continue' },
      { ...click("getByRole('button', { name: 'Outsite' })"), timeoutMs: 600 },
    ]);
    expect(states(actions)).toEqual(['error', 'passed', 'passed', 'error', 'error']);
    const [visited, , , inside, misspelt] = actions.map(({ error }) => error);
    expect(visited?.message).toMatch(/\/frame was not loaded within 4 s\.$/);
    expect(misspelt?.candidates).toEqual(["getByRole('button', { name: 'Outside' })"]);
    expect(inside?.message).toMatch(
      /^No element matches button on .*\/frame \(looked for 4 s\)\. frameLocator\('iframe'\) did not answer, so nothing is found in it\. GET \/silent was not answered /,
    );
    await nextRunWorks();
  });

  test('the list of elements names a frame that never loads and still has the rest of the page', async () => {
    await runner.run([{ ...visit('/frames'), timeoutMs: 4_000 }], { screenshots: 'off' });
    expect(await runner.call('getPageElements')).toMatchObject({
      elements: [{ name: 'Outside' }, { name: 'Inside' }],
      total: 2,
      omitted: `frameLocator('iframe[src="/silent"]') did not answer; what is in there is missing.`,
    });
    await nextRunWorks();
  });
});

test('an element in a closed shadow tree counts as missing', async () => {
  const hidden = "getByRole('button', { name: 'Hidden' })";
  const { error } = await runner.fails([visit('/closed'), { ...click(hidden), timeoutMs: 600 }]);
  expect(error.message).toMatch(
    /^No element matches button “Hidden” on .*\/closed \(looked for 0\.6 s\)\. It may be in the closed shadow root of <div>, /,
  );
});
