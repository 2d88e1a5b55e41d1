/** The browser that a test runs in, as project, environment, test, data row and run say it. */
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { useRunner } from './runner-fixture.ts';

const FACTS = `
  const media = name => matchMedia(name).matches;
  document.querySelector('output').textContent = [
    'viewport ' + innerWidth + 'x' + innerHeight,
    'touch ' + (navigator.maxTouchPoints > 0),
    'agent ' + navigator.userAgent,
    'language ' + navigator.language,
    'zone ' + Intl.DateTimeFormat().resolvedOptions().timeZone,
    'dark ' + media('(prefers-color-scheme: dark)'),
    'still ' + media('(prefers-reduced-motion: reduce)'),
    'forced ' + media('(forced-colors: active)'),
    'contrast ' + media('(prefers-contrast: more)'),
  ].join(', ');`;

const LOCATE = `
  document.querySelector('button').onclick = () => navigator.geolocation.getCurrentPosition(
    ({ coords }) => { document.querySelector('b').textContent = coords.latitude + ' / ' + coords.longitude; },
    error => { document.querySelector('b').textContent = 'refused ' + error.code; });`;

const runner = useRunner(
  {
    '/': `<meta name="viewport" content="width=device-width"><title>Facts</title><output></output>
      <button>Where am I?</button><b></b><script>${FACTS}${LOCATE}</script>`,
    '/wide':
      '<title>Wide</title><div style="width:1400px;height:3000px"></div><button onclick="document.title=`Sent`">Send</button>',
    '/form': '<title>Form</title><form action="/sent"><input name="mail"><button>Send</button></form>',
    '/sent': '<title>Sent</title><h1>Sent</h1>',
  },
  { context: 'fresh' },
);

const visit = (url = '/') => ({ type: 'visit', url });
const says = (expected: string) => ({ type: 'assert', matcher: 'toContainText', locator: 'output', expected });
const click = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}' })` });

const Run = z.object({
  run: z.object({
    state: z.string(),
    items: z.array(z.object({ title: z.string(), state: z.string(), device: z.string().optional() })),
  }),
});

describe('the browser of a test', () => {
  test('a test runs on its device, in its language and with what its person prefers', async () => {
    const { outcome } = await runner.run({
      browser: {
        device: 'iPhone 15',
        locale: 'de-DE',
        timezone: 'Asia/Tokyo',
        colorScheme: 'dark',
        reducedMotion: 'reduce',
        forcedColors: 'active',
        contrast: 'more',
        geolocation: { latitude: 52.5, longitude: -13.25 },
        permissions: ['geolocation'],
      },
      actions: [
        visit(),
        says('viewport 393x659'),
        says('touch true'),
        says('iPhone'),
        says('language de-DE, zone Asia/Tokyo, dark true, still true, forced true, contrast true'),
        click('Where am I?'),
        { type: 'assert', matcher: 'toHaveText', locator: 'b', expected: '52.5 / -13.25' },
      ],
    });
    expect(outcome).toBe('passed');
  });

  test('the nearest of project, environment, test and run wins, and a device brings its own size', async () => {
    await runner.call('editProject', {
      settings: { browser: { viewport: { width: 800, height: 600 }, colorScheme: 'dark', locale: 'fr-FR' } },
    });
    // The first one is that of runs that name none.
    await runner.call('createEnvironment', { name: 'desk' });
    await runner.call('createEnvironment', { name: 'phone', browser: { device: 'Pixel 7', locale: 'es-ES' } });
    const plain = await runner.run([visit(), says('viewport 800x600'), says('language fr-FR'), says('dark true')]);
    const phone = { environment: 'phone' };
    const around = await runner.run(
      [visit(), says('viewport 412x839'), says('language es-ES'), says('dark true')],
      phone,
    );
    const own = { browser: { locale: 'it-IT', viewport: { width: 640, height: 480 } } };
    const inner = await runner.run(
      { ...own, actions: [visit(), says('viewport 640x480'), says('Android'), says('language it-IT')] },
      phone,
    );
    const named = { ...own, actions: [visit(), says('viewport 734x343'), says('language it-IT')] };
    const chosen = await runner.run(named, { ...phone, devices: ['iPhone 15 landscape'] });
    await runner.call('editProject', { settings: { browser: {} } });
    expect([plain, around, inner, chosen].map(({ outcome }) => outcome)).toEqual([
      'passed',
      'passed',
      'passed',
      'passed',
    ]);
  });

  test('each data row may name the device and the language of its run', async () => {
    const { items } = await runner.run({
      browser: { device: '{{phone}}', locale: '{{language}}' },
      data: {
        rows: [
          { phone: 'Pixel 7', language: 'de-DE', size: '412x839' },
          { phone: '', language: 'pl-PL', size: '1280x720' },
        ],
      },
      actions: [visit(), says('viewport {{size}}'), says('language {{language}}')],
    });
    expect(items.map(({ state }) => state)).toEqual(['passed', 'passed']);
  });

  test('what a device changes is gone in the window of the next test', async () => {
    const phone = await runner.write({
      browser: { device: 'iPhone 15', permissions: ['geolocation'] },
      actions: [visit(), says('touch true')],
    });
    const plain = await runner.write([visit(), says('viewport 1280x720'), says('touch false')]);
    const { runId } = z
      .object({ runId: z.string() })
      .parse(await runner.call('runTests', { tests: [phone, plain, phone], wait: 25 }));
    await runner.until(({ state }) => state === 'passed' || state === 'failed');
    const { run } = Run.parse(await runner.call('getRun', { runId }));
    expect(run.state).toBe('passed');
  });

  test('forms are filled in and sent where JavaScript is off', async () => {
    const { outcome } = await runner.run({
      browser: { javaScriptEnabled: false },
      actions: [
        visit(),
        { type: 'assert', matcher: 'toHaveText', locator: 'output', expected: '' },
        visit('/form'),
        { type: 'fill', locator: 'input', value: 'ann' },
        click('Send'),
        { type: 'assert', matcher: 'toHaveURL', expected: '/sent?mail=ann' },
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Sent' },
      ],
    });
    expect(outcome).toBe('passed');
  });

  test('elements of a page that is wider than a phone are clicked where they are', async () => {
    const { outcome } = await runner.run({
      browser: { device: 'iPhone 15' },
      actions: [visit('/wide'), click('Send'), { type: 'assert', matcher: 'toHaveTitle', expected: 'Sent' }],
    });
    expect(outcome).toBe('passed');
  });

  test('a run names several devices, and runs each test once on each', async () => {
    const code = await runner.write({ name: 'Facts', actions: [visit(), says('touch true')] });
    const { runId } = z
      .object({ runId: z.string() })
      .parse(await runner.call('runTests', { tests: [code], devices: ['iPhone 15', 'Pixel 7'], wait: 25 }));
    await runner.until(({ state }) => state === 'passed' || state === 'failed');
    const { run } = Run.parse(await runner.call('getRun', { runId }));
    expect(run.items).toEqual([
      { title: 'Facts [iPhone 15]', state: 'passed', device: 'iPhone 15' },
      { title: 'Facts [Pixel 7]', state: 'passed', device: 'Pixel 7' },
    ]);
    const { report } = z
      .object({ report: z.string() })
      .parse(await runner.call('getReport', { runId, format: 'junit' }));
    expect(report).toContain('Facts [iPhone 15]');
    expect(report).toContain('Facts [Pixel 7]');
  });
});

describe('a browser that there is not', () => {
  const refused = (tool: string, args: object) => runner.call(tool, args).then(String, String);

  test.each([
    ['createTest', { name: 'A', browser: { device: 'iPhone 155' } }, 'browser.device', 'did you mean “iPhone 15”?'],
    [
      'createTest',
      { name: 'A', browser: { timezone: 'Europe/Berlim' } },
      'browser.timezone',
      'did you mean “Europe/Berlin”?',
    ],
    ['createTest', { name: 'A', browser: { locale: 'not a language' } }, 'browser.locale', 'no language'],
    ['createTest', { name: 'A', browser: { permissions: ['telepathy'] } }, 'browser.permissions[0]', 'geolocation'],
    ['createEnvironment', { name: 'x', browser: { device: '{{phone}}' } }, 'browser.device', 'names a column'],
    [
      'editProject',
      { settings: { browser: { device: 'Nokia 3310' } } },
      'settings.browser.device',
      'no device “Nokia 3310”',
    ],
    ['runTests', { devices: ['iPhone 155'] }, 'devices[0]', 'did you mean “iPhone 15”?'],
  ])('%s tells %j at its field', async (tool, args, field, hint) => {
    const given = tool === 'createTest' ? { ...args, moduleCode: runner.moduleCode } : args;
    const message = await refused(tool, given);
    expect(message).toContain(`"${field}"`);
    expect(message).toContain(hint);
  });

  test('a row that names a wrong device keeps the run from starting', async () => {
    const code = await runner.write({
      browser: { device: '{{phone}}' },
      data: { rows: [{ phone: 'iPhone 155' }] },
      actions: [visit()],
    });
    expect(await refused('runTest', { testId: code })).toContain(
      'there is no device “iPhone 155”; did you mean “iPhone 15”?',
    );
  });

  test('devices need a window of their own', async () => {
    const code = await runner.write([visit()]);
    const message = await refused('runTest', { testId: code, context: 'live', devices: ['iPhone 15'] });
    expect(message).toContain('"devices" needs a new browser context');
  });
});
