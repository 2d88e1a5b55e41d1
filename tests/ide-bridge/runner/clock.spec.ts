import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { Author } from '../../support/author.ts';
import { type ActionInput, useRunner } from './runner-fixture.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };

const CLOCK_PAGE = `<title>Clock</title><p id="now"></p><p id="minutes">0</p><p id="later"></p><input><p id="late"></p>
  <button onclick="setTimeout(() => put('later', 'Done'), 300_000)">In five minutes</button>
  <button onclick="put('later', confirm('Sure?'))">Ask</button>
  <button onclick="fetch('/slow').then(answer => answer.text()).then(text => put('late', text))">Load</button>
  <select><option>One<option>Two</select><div id="card" draggable="true" style="width:60px;height:30px">Card</div>
  <div id="bin" style="width:90px;height:60px" ondragover="event.preventDefault()" ondrop="put('later', 'Dropped')">Bin</div>
  <script>
    const put = (id, text) => { document.getElementById(id).textContent = text; };
    const show = () => put('now', new Date().toISOString());
    let minutes = 0;
    setInterval(() => { minutes += 1; put('minutes', minutes); show(); }, 60_000);
    show();
  </script>`;

const runner = useRunner({
  '/': CLOCK_PAGE,
  '/framed': '<title>Framed</title><iframe src="/"></iframe>',
  '/busy': '<title>Busy</title><script>setInterval(() => {}, 1)</script>',
  '/slow': (_request, response) => void setTimeout(() => response.writeHead(200, HTML).end('Loaded'), 300),
});

const NINE = '2030-01-01T09:00:00Z';
const TEN = '2030-01-01T10:00:00Z';

const visit = (url = '/') => ({ type: 'visit', url });
const clock = (change: string, fields: object = {}) => ({ type: 'clock', do: change, ...fields });
const shows = (locator: string, expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator, expected });
const click = (name: string) => ({ type: 'click', locator: `getByRole('button', { name: '${name}' })` });
const passes = (expected: string) => ({ type: 'assert', matcher: 'toPassScript', expected });

describe('a clock that is set', () => {
  test('goes on from there in pages, tabs and frames that open later', async () => {
    const { actions } = await runner.passes([
      clock('set', { time: NINE }),
      visit(),
      shows('#now', '/^2030-01-01T09:00:/'),
      { type: 'newTab', url: '/framed' },
      shows("frameLocator('iframe').locator('#now')", '/^2030-01-01T09:00:/'),
      { type: 'closeTab' },
      passes('new Promise(done => setTimeout(() => done(new Date().getUTCFullYear() === 2030), 20))'),
    ]);
    expect(actions[0]?.title).toBe(`Set the clock to ${NINE}`);
  });

  test('fires timers as it runs on, once at most where it skips the time, and none while it stands', async () => {
    const { actions } = await runner.passes([
      clock('set', { time: NINE }),
      visit(),
      clock('pause', { time: TEN }),
      shows('#now', '2030-01-01T10:00:00.000Z'),
      shows('#minutes', '1'),
      click('In five minutes'),
      clock('run', { by: '4 min 59 s' }),
      shows('#minutes', '5'),
      shows('#later', ''),
      clock('run', { by: '00:01' }),
      shows('#later', 'Done'),
      clock('skip', { by: '{{ 1 }} h' }),
      shows('#minutes', '7'),
      clock('resume'),
      passes('new Promise(done => setTimeout(done, 20, true))'),
    ]);
    expect(actions.filter(({ type }) => type === 'clock').map(({ title }) => title)).toEqual([
      `Set the clock to ${NINE}`,
      `Stop the clock at ${TEN}`,
      'Let the clock run on by 4 min 59 s',
      'Let the clock run on by 00:01',
      'Have the clock skip 1 h',
      'Let the clock go on',
    ]);
  });

  test('stops at a time before, is held while timers run, and goes on where it is set anew', async () => {
    await runner.passes([
      clock('pause', { time: TEN }),
      visit(),
      shows('#now', '2030-01-01T10:00:00.000Z'),
      clock('pause', { time: NINE }),
      passes(`Date.now() === ${Date.parse(NINE)}`),
      clock('hold', { time: TEN }),
      passes(`new Promise(done => setTimeout(() => done(Date.now() === ${Date.parse(TEN)}), 20))`),
      clock('pause', { time: '2030-01-01T11:00:00Z' }),
      clock('run', { by: '1500' }),
      passes(`Date.now() === ${Date.parse('2030-01-01T11:00:01.500Z')}`),
      clock('set', { time: `{{ ${Date.parse(NINE)} }}` }),
      passes(`new Promise(done => setTimeout(() => done(Date.now() > ${Date.parse(NINE)}), 20))`),
    ]);
  });

  test('runs on from the real time where nobody has set it', { tags: 'full' }, async () => {
    await runner.passes(
      [
        visit(),
        { type: 'script', code: 'Date.now()', into: 'before' },
        clock('resume'),
        clock('run', { by: '1 h' }),
        { type: 'script', code: 'Date.now()', into: 'after' },
        passes('{{ after - before >= 3600000 and after - before < 3700000 }}'),
      ],
      { context: 'fresh' },
    );
  });

  test.each(['1969-07-20T20:17:40Z', '9999-12-30'])('may be as far away as %s', { tags: 'full' }, async time => {
    const year = time.slice(0, 4);
    await runner.passes([clock('set', { time }), visit(), shows('#now', `/^${year}-/`), clock('run', { by: '1 h' })]);
    await runner.passes([clock('pause', { time }), visit(), clock('run', { by: '2 s' }), shows('#now', `/^${year}-/`)]);
  });

  test('has a time without a zone in the zone of the pages', { tags: 'full' }, async () => {
    await runner.call('editProject', { settings: { browser: { timezone: 'Asia/Tokyo' } } });
    const isNine = 'new Date().getHours() === 9 && new Date().toISOString().startsWith("2030-01-01T00:00")';
    await runner.passes([clock('set', { time: '2030-01-01 09:00' }), visit(), passes(isNine)], { context: 'fresh' });
    await perform(clock('pause', { time: '2030-01-01 09:00' }));
    const time = '2030-01-01T00:00:00.000Z';
    expect(await told()).toEqual({ state: 'paused', time, timezone: 'Asia/Tokyo' });
  });
});

/** What each of them waits for in a page does not go by the clock of the page. */
const DEEDS: readonly (readonly ActionInput[])[] = [
  [
    { type: 'fill', locator: 'input', value: 'text' },
    { type: 'press', locator: 'input', key: 'End' },
  ],
  [
    { type: 'select', locator: 'select', values: ['Two'] },
    { type: 'hover', locator: '#card' },
  ],
  [click('Load'), shows('#late', 'Loaded')],
  [{ type: 'drag', locator: '#card', target: '#bin' }, shows('#later', 'Dropped')],
  [{ type: 'dialog', accept: true }, click('Ask'), shows('#later', 'true')],
  [
    { type: 'wait', until: 'load' },
    { type: 'wait', until: 'idle' },
    { type: 'screenshot', fullPage: true },
  ],
  [{ type: 'reload' }, shows('#now', '2030-01-01T10:00:00.000Z'), { type: 'wait', until: 'visible', locator: '#card' }],
  [visit('/framed'), { type: 'click', locator: "frameLocator('iframe').getByText('Bin')" }, { type: 'goBack' }],
];

test('everything else works on a page whose clock stands', async () => {
  await runner.passes([clock('set', { time: NINE }), visit(), clock('pause', { time: TEN }), ...DEEDS.flat()]);
});

const State = z.object({ app: z.looseObject({ clock: z.looseObject({ time: z.string() }).optional() }) });
const told = async () => (await runner.app.client.call('getIDEState', {}, State)).app.clock;
const perform = (action: object) => new Author(runner.app.client).perform(action);

describe('what the service tells of the clock of the window', () => {
  test('is how it goes and what the pages have for the time, and nothing while they have the real one', async () => {
    await runner.passes([visit()]);
    expect(await told()).toBeUndefined();
    await perform(clock('resume'));
    expect(await told()).toBeUndefined();
    const steps = [
      [clock('pause', { time: TEN }), 'paused', '2030-01-01T10:00:00.000Z'],
      [clock('run', { by: '90 s' }), 'paused', '2030-01-01T10:01:30.000Z'],
      [clock('skip', { by: '1 h' }), 'paused', '2030-01-01T11:01:30.000Z'],
      [clock('hold', { time: NINE }), 'held', '2030-01-01T09:00:00.000Z'],
      [clock('run', { by: '1 h' }), 'held', '2030-01-01T09:00:00.000Z'],
      [clock('resume'), 'held', '2030-01-01T09:00:00.000Z'],
    ] as const;
    for (const [action, state, time] of steps) {
      await perform(action);
      expect(await told()).toEqual({ state, time, timezone: expect.stringMatching(/^[A-Z]/) });
      await perform(passes(`new Date().toISOString() === '${time}'`));
    }
    await runner.passes([visit()]);
    expect(await told()).toBeUndefined();
  });

  test('is the time of the pages also where that goes on, after it was set, stopped and skipped', async () => {
    const steps = [
      clock('set', { time: NINE }),
      clock('skip', { by: '1 h' }),
      clock('run', { by: '5 min' }),
      clock('pause', { time: TEN }),
      clock('resume'),
    ];
    for (const action of steps) {
      await perform(action);
      const { time = '' } = (await told()) ?? {};
      await perform(passes(`Math.abs(Date.now() - Date.parse('${time}')) < 60_000`));
    }
    expect(await told()).toMatchObject({ state: 'running', time: expect.stringMatching(/^2030-01-01T10:0/) });
    await runner.passes([visit()]);
  });

  test('is gone with a window that is opened anew', { tags: 'full' }, async () => {
    await perform(clock('pause', { time: TEN }));
    expect(await told()).toMatchObject({ state: 'paused' });
    await runner.call('performActions', { context: 'fresh', actions: [visit()] });
    expect(await told()).toBeUndefined();
  });
});

describe('when a test ends', () => {
  const isReal = 'new Date().getFullYear() < 2030 && new Promise(done => setTimeout(done, 20, true))';

  test('its window has the real clock again, as it is and in pages to come', async () => {
    await runner.passes([visit(), clock('pause', { time: TEN })]);
    await runner.passes([passes(isReal), visit(), passes(isReal)]);
  });

  test('the next test has a window with the real clock', { tags: 'full' }, async () => {
    const sets = await runner.write([clock('set', { time: NINE }), visit()]);
    const looks = await runner.write([visit(), passes(isReal)]);
    await runner.call('runTests', { tests: [sets, looks] });
    await runner.until(({ state }) => !['starting', 'running'].includes(state));
    expect((await runner.results()).items.map(({ state }) => state)).toEqual(['passed', 'passed']);
  });
});

describe('what cannot be done is told', () => {
  test('a time and a duration that are known only in the run are told at their fields', async () => {
    const late = await runner.fails([visit(), clock('set', { time: '{{ "soon" }}' })]);
    expect(late.error.message).toContain('a time is written 2030-12-31');
    expect(late.error.message).toContain('not “soon”');
    const long = await runner.fails([visit(), clock('run', { by: '{{ 5 }} fortnights' })]);
    expect(long.error.message).toContain('not “5 fortnights”');
  });

  test('an hour of a page with many timers ends with the time limit', { tags: 'full' }, async () => {
    const run = { ...clock('run', { by: '100 h' }), timeoutMs: 500 };
    const { error } = await runner.fails([clock('set', { time: NINE }), visit('/busy'), run], { context: 'fresh' });
    expect(error.message).toMatch(/had not run on by 100 h within 0\.5 s: each timer of the page fires/);
    await runner.passes([visit()], { context: 'fresh' });
  });

  test.each([
    [clock('set'), /\.time": clock "set" needs a "time"/],
    [clock('run'), /\.by": clock "run" needs "by", how long/],
    [clock('run', { by: '1 s', time: NINE }), /\.time": clock "run" takes no "time"/],
    [clock('resume', { by: '1 s' }), /\.by": clock "resume" takes no "by"/],
    [clock('set', { time: '2030' }), /\.time": a time is written .* not “2030”/],
    [clock('set', { time: '2030-02-30' }), /not “2030-02-30”/],
    [clock('set', { time: '9007199254740991' }), /not “9007199254740991”/],
    [clock('run', { by: '5 fortnights' }), /\.by": a duration is written 5 min, .* not “5 fortnights”/],
    [clock('run', { by: '02:75' }), /not “02:75”/],
    [clock('skip', { by: '200000000 d' }), /not “200000000 d”/],
  ])('%j is refused', async (action, message) => {
    await expect(runner.write([action])).rejects.toThrow(message);
  });
});
