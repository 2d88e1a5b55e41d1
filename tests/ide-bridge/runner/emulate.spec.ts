import { expect, test } from 'vitest';
import { useRunner } from './runner-fixture.ts';

const SHOW = `
  const show = () => {
    document.querySelector('output').textContent = [
      innerWidth + 'x' + innerHeight,
      matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light',
      matchMedia('(prefers-reduced-motion: reduce)').matches ? 'still' : 'moving',
      matchMedia('print').matches ? 'printer' : 'screen',
      navigator.onLine ? 'online' : 'offline',
    ].join(' ');
  };
  for (const event of ['resize', 'online', 'offline']) addEventListener(event, show);
  for (const query of ['(prefers-color-scheme: dark)', '(prefers-reduced-motion: reduce)', 'print'])
    matchMedia(query).addEventListener('change', show);
  show();`;

const runner = useRunner({
  '/': `<title>Facts</title><output></output><script>${SHOW}</script><a href="/" target="_blank">Again</a>
    <button onclick="navigator.geolocation.getCurrentPosition(
      at => { document.querySelector('b').textContent = at.coords.latitude + ' / ' + at.coords.longitude },
      error => { document.querySelector('b').textContent = 'refused' })">Where</button><b></b>`,
});

const visit = { type: 'visit', url: '/' };
const emulate = (fields: object) => ({ type: 'emulate', ...fields });
const shows = (expected: string) => ({ type: 'assert', matcher: 'toHaveText', locator: 'output', expected });
const where = (expected: string) => [
  { type: 'click', locator: 'button' },
  { type: 'assert', matcher: 'toHaveText', locator: 'b', expected },
];

test('size, colours, motion, medium and network change in the midst of a test', async () => {
  const { actions } = await runner.passes(
    [
      visit,
      shows('1280x720 light moving screen online'),
      emulate({ width: 390, height: 844, colorScheme: 'dark', reducedMotion: 'reduce' }),
      shows('390x844 dark still screen online'),
      emulate({ media: 'print', network: 'offline' }),
      shows('390x844 dark still printer offline'),
      emulate({ media: 'screen', network: 'online', colorScheme: 'light' }),
      shows('390x844 light still screen online'),
    ],
    { context: 'fresh' },
  );
  expect(actions[2]?.title).toBe('Emulate 390 × 844, dark colours, reduced motion');
  expect(actions[4]?.title).toBe('Emulate a printer, no network');
});

test('a tab that opens later is shown as the others are', async () => {
  await runner.passes(
    [
      visit,
      emulate({ colorScheme: 'dark' }),
      { type: 'click', locator: 'a' },
      { type: 'switchTab', tab: '1' },
      { type: 'assert', matcher: 'toContainText', locator: 'output', expected: 'dark' },
    ],
    { context: 'fresh' },
  );
});

test('a position is there once pages may ask for it, and refused when they may not', async () => {
  await runner.passes(
    [
      visit,
      emulate({ latitude: 48.2, longitude: 16.37, permissions: ['geolocation'] }),
      ...where('48.2 / 16.37'),
      emulate({ permissions: [] }),
      ...where('refused'),
    ],
    { context: 'fresh' },
  );
});

test('nothing that a test emulated is left for the next one', async () => {
  const dark = await runner.run([visit, emulate({ colorScheme: 'dark', network: 'offline' })]);
  const after = await runner.run([visit, shows('1280x720 light moving screen online')]);
  expect([dark.outcome, after.outcome]).toEqual(['passed', 'passed']);
});

test.each([
  [{}, 'colorScheme', 'nothing is set'],
  [{ width: 390 }, 'height', 'width and height go together'],
  [{ longitude: 3 }, 'latitude', 'latitude and longitude go together'],
  [{ width: 5, height: 5 }, 'width', '200'],
  [{ permissions: ['telepathy'] }, 'permissions[0]', 'geolocation'],
])('%j is told at its field', async (fields, field, hint) => {
  const message = await runner.write([emulate(fields)]).then(String, String);
  expect(message).toContain(field);
  expect(message).toContain(hint);
});
