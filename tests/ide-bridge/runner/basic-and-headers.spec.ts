import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Answer, eventually, servePages } from '../browser/app-fixture.ts';
import { type Results, useRunner } from './runner-fixture.ts';

interface Seen {
  path: string;
  authorization: string | undefined;
  key: string | undefined;
}

const PASSWORD = 'spring-Rain-4711';
const KEY = 'key-of-Ann-0815';

/** Requests that arrived, by server. */
const seen: Record<'app' | 'other', Seen[]> = { app: [], other: [] };
const other: { origin: string; close(): Promise<void> } = { origin: '', close: async () => {} };

const note = (where: 'app' | 'other', { url = '', headers }: IncomingMessage) =>
  seen[where].push({ path: url, authorization: headers.authorization, key: headers['x-key']?.toString() });

const page =
  (where: 'app' | 'other', html: () => string): Answer =>
  (request, response) => {
    note(where, request);
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html());
  };

const redirect =
  (to: () => string): Answer =>
  (request, response) => {
    note('app', request);
    response.writeHead(302, { location: to() }).end();
  };

const guarded: Answer = (request, response) => {
  note('app', request);
  const [user = '', password = ''] = Buffer.from(request.headers.authorization?.slice('Basic '.length) ?? '', 'base64')
    .toString()
    .split(':');
  const isKnown = password === PASSWORD;
  if (!isKnown) response.setHeader('www-authenticate', 'Basic realm="Stock"');
  response.writeHead(isKnown ? 200 : 401, { 'content-type': 'text/html' });
  response.end(isKnown ? `<title>Stock</title><h1>Hello ${user}</h1>` : `<title>Refused</title><h1>Who are you?</h1>`);
};

const foreignGuard: Answer = (request, response) => {
  note('other', request);
  response.writeHead(401, { 'www-authenticate': 'Basic realm="Else"', 'content-type': 'text/html' }).end('<h1>No</h1>');
};

const runner = useRunner(
  {
    '/': page(
      'app',
      () => `<title>Home</title><h1>Home</h1><img src="${other.origin}/picture" alt=""><img src="/own" alt="">
      <script>fetch('${other.origin}/data'); new Worker('/worker.js')</script><a href="/tab" target="_blank">More</a>`,
    ),
    '/own': page('app', () => ''),
    '/tab': page('app', () => '<title>Tab</title><h1>Tab</h1>'),
    '/worker.js': (request, response) => {
      note('app', request);
      response.setHeader('content-type', 'text/javascript').end("fetch('/from-worker').then(() => fetch('/done'))");
    },
    '/from-worker': page('app', () => ''),
    '/there': redirect(() => '/tab'),
    '/away': redirect(() => `${other.origin}/landed`),
    '/stock': guarded,
    // Loaded already: Chromium without a window never gives up an answer that nobody has.
    '/foreign': page(
      'app',
      () => `<title>Mixed</title><script>onload = () => setTimeout(() => {
    new Image().src = '${other.origin}/guarded' }, 0)</script>`,
    ),
  },
  // The environment of one spec would count for the next.
  { context: 'fresh', isAnew: true },
);

beforeAll(async () => {
  const pages = { '/landed': page('other', () => '<title>Landed</title>'), '/guarded': foreignGuard };
  const rest = { '/picture': page('other', () => ''), '/data': page('other', () => '') };
  const served = await servePages({ ...pages, ...rest });
  other.origin = served.origin;
  other.close = async () => served[Symbol.asyncDispose]();
});

afterAll(() => other.close());

beforeEach(() => {
  seen.app = [];
  seen.other = [];
});

const visit = (url: string) => ({ type: 'visit', url });
const heading = (text: string) => ({
  type: 'assert',
  matcher: 'toHaveText',
  locator: "getByRole('heading')",
  expected: text,
});
const roles = [
  { role: 'customer', username: 'ann', password: PASSWORD },
  { role: 'admin', username: 'max', password: PASSWORD },
];
const configure = (settings: object) =>
  runner.call('configureAuth', { roles: null, headers: null, identityCheck: null, signInTest: null, ...settings });

const outcomeOf = ({ outcome, reason, actions }: Results) =>
  [outcome, reason, ...actions.flatMap(({ error }) => error?.message ?? [])].filter(Boolean).join(': ');

describe('basic authentication', () => {
  test('basic authentication signs in the first role unless the test or the run names another', {
    tags: 'full',
  }, async () => {
    await configure({ method: 'basic', roles });
    const greets = (name: string, fields: object = {}) =>
      runner.write({ ...fields, actions: [visit('/stock'), heading(`Hello ${name}`)] });
    const passes = async (testId: string, options: object = {}) =>
      expect(outcomeOf(await runner.runStored(testId, options))).toBe('passed');
    await passes(await greets('ann'));
    await passes(await greets('max', { role: 'admin' }));
    await passes(await greets('ann', { role: 'admin' }), { role: 'customer' });
    const plugged = await greets('max');
    await passes(await runner.write({ type: 'suite', actions: [{ type: 'plugTest', test: plugged, role: 'admin' }] }));
    const nobody = await runner.runStored(plugged, { role: 'none' });
    expect(nobody.actions[0]?.error?.message).toMatch(/asks for a user name and a password, and nobody is signed in/);
  });

  test('a wrong password fails on the page, and the results do not contain it', { tags: 'full' }, async () => {
    await configure({ method: 'basic', roles: [{ role: 'customer', username: 'ann', password: 'a-wrong-one-99' }] });
    const results = await runner.run([visit('/stock'), heading('Hello ann')]);
    expect(results.outcome).toBe('failed');
    expect(JSON.stringify(results)).not.toContain('a-wrong-one-99');
  });

  test('a page sends the password to the application and to no other origin', async () => {
    await configure({ method: 'basic', roles });
    await runner.passes([visit('/stock'), visit('/foreign')]);
    await eventually(() => expect(seen.other).not.toEqual([]));
    expect(seen.other).toEqual([{ path: '/guarded', authorization: undefined, key: undefined }]);
  });

  test('a request of a test sends the password too, but only to the application', { tags: ['full'] }, async () => {
    await configure({ method: 'basic', roles });
    const request = (url: string, fields: object) => ({ type: 'request', method: 'GET', url, ...fields });
    const actions = [
      request('/stock', { expectBody: '$contains(body, "Hello ann")' }),
      request('/stock', { expectStatus: '401', headers: { Authorization: 'Basic bm9ib2R5Og==' } }),
      request('/away', {}),
    ];
    expect(outcomeOf(await runner.run(actions))).toBe('passed');
    expect(seen.other).toEqual([{ path: '/landed', authorization: undefined, key: undefined }]);
  });

  test('names and passwords come from the environment, and missing ones are named before the run', {
    tags: ['full'],
  }, async () => {
    await configure({
      method: 'basic',
      roles: [{ role: 'customer', username: '{{env.USER}}', password: '{{secret.PASSWORD}}' }],
    });
    await runner.call('createEnvironment', { name: 'empty' });
    const testId = await runner.write([visit('/stock'), heading('Hello eve')]);
    const failure = await runner.app.client.failure('runTest', { testId, environment: 'empty' });
    expect(failure.message).toBe(
      'The sign-in settings need env.USER, secret.PASSWORD, but the environment "empty" does not have them. Set them with editEnvironment.',
    );
    expect(failure.data).toMatchObject({ reason: 'invalid-project', missing: ['env.USER', 'secret.PASSWORD'] });
    const items = [
      { name: 'USER', value: 'eve' },
      { name: 'PASSWORD', kind: 'secret', value: PASSWORD },
    ];
    await runner.call('createEnvironment', { name: 'local', items });
    expect(outcomeOf(await runner.runStored(testId, { environment: 'local' }))).toBe('passed');
  });
});

describe('header authentication', () => {
  const headers = { 'X-Key': KEY };
  const keysOf = (where: 'app' | 'other') => new Set(seen[where].map(({ key }) => key));
  const pathsOf = (where: 'app' | 'other') => seen[where].map(({ path }) => path);

  test('the headers are added to every request to the application and to no other', async () => {
    await configure({ method: 'header', headers });
    const toTab = { type: 'click', locator: "getByRole('link', { name: 'More' })" };
    const there = { type: 'assert', matcher: 'toBeVisible', locator: "getByRole('heading', { name: 'Tab' })" };
    await runner.passes([visit('/'), { type: 'wait', until: 'idle' }, toTab, there]);
    await runner.passes([
      visit('/there'),
      heading('Tab'),
      visit('/away'),
      { type: 'wait', until: 'url', value: '**/landed' },
    ]);
    expect(keysOf('app')).toEqual(new Set([KEY]));
    expect(pathsOf('app')).toEqual(
      expect.arrayContaining(['/', '/own', '/worker.js', '/from-worker', '/tab', '/away']),
    );
    expect(keysOf('other')).toEqual(new Set([undefined]));
    expect(pathsOf('other')).toEqual(expect.arrayContaining(['/picture', '/data', '/landed']));
  });

  test('the headers are no longer sent once the method is set to none', { tags: ['full'] }, async () => {
    await configure({ method: 'header', headers });
    await runner.passes([visit('/tab')]);
    await configure({ method: 'none' });
    await runner.passes([visit('/tab')]);
    const tabs = seen.app.filter(({ path }) => path === '/tab');
    expect(tabs.map(({ key }) => key)).toEqual([KEY, undefined]);
  });

  test('the headers are also sent to the app addresses of the environment', { tags: ['full'] }, async () => {
    await configure({ method: 'header', headers: { 'X-Key': 'Bearer {{secret.TOKEN}}' } });
    const items = [
      { name: 'TOKEN', kind: 'secret', value: KEY },
      { name: 'ADMIN', kind: 'app', value: other.origin },
    ];
    await runner.call('createEnvironment', { name: 'parts', items });
    await runner.passes([visit('{{app.ADMIN}}/landed')], { environment: 'parts' });
    expect(keysOf('other')).toEqual(new Set([`Bearer ${KEY}`]));
  });
});
