import type { BrowserContext } from 'playwright';
import { expect, test } from 'vitest';
import { sharedBrowser } from '../../support/browser.ts';
import { eventually } from '../browser/app-fixture.ts';
import { useRunner } from './runner-fixture.ts';

/** Tells what the window knew before, then leaves something in every store that it has. */
const MEMORY = `<title>Memory</title><output></output><script>
  const known = [document.cookie, ...Object.keys(localStorage), ...Object.keys(sessionStorage), window.name];
  document.querySelector('output').textContent = 'Knows: ' + known.filter(Boolean).join(' ') + '.';
  document.cookie = 'cookie=left';
  localStorage.setItem('local', 'left');
  sessionStorage.setItem('session', 'left');
  window.name = 'named';
</script>`;

const SIGN_IN = `<title>Sign in</title><script>document.cookie = 'who=ann'; localStorage.setItem('who', 'ann');</script>`;

const runner = useRunner({ '/': MEMORY, '/sign-in': SIGN_IN }, { context: 'fresh', isAnew: true });

const knows = (what: string) => [
  { type: 'visit', url: '/' },
  { type: 'assert', matcher: 'toHaveText', locator: 'output', expected: `Knows: ${what}.` },
];

const contexts = async () => (await sharedBrowser()).contexts();
const isReady = (context: BrowserContext) => context.pages().some(page => page.url() === 'about:blank');

/** The window that stands ready once a run has ended. */
async function readyWindow(): Promise<BrowserContext | undefined> {
  await eventually(async () => expect((await contexts()).filter(isReady)).toHaveLength(1));
  return (await contexts()).find(isReady);
}

test('a run takes the window that stood ready, which knows nothing of the run before', async () => {
  await runner.passes(knows(''));
  const ready = await readyWindow();
  await runner.passes(knows(''));
  expect(ready?.pages().map(page => page.url())).toEqual([`${runner.origin}/`]);
  expect(await readyWindow()).not.toBe(ready);
});

test('a window that stood ready for other settings is closed, and the run has its own', { tags: 'full' }, async () => {
  await runner.passes(knows(''));
  const ready = await readyWindow();
  await runner.call('editProject', { settings: { browser: { locale: 'de-DE' } } });
  const language = { type: 'extract', from: 'script', code: 'return navigator.language', into: 'language' };
  const isGerman = { type: 'if', condition: "var.language = 'de-DE'" };
  await runner.passes([
    ...knows(''),
    language,
    isGerman,
    { type: 'else' },
    { type: 'wait', until: 'visible', locator: 'none', timeoutMs: 1 },
    { type: 'end' },
  ]);
  await eventually(async () => expect(await contexts()).not.toContain(ready));
});

test('tests that follow each other begin with what is their own, with a role and without', {
  tags: 'full',
}, async () => {
  const signInTest = await runner.write({ name: 'Sign in', actions: [{ type: 'visit', url: '/sign-in' }] });
  await runner.call('configureAuth', { method: 'form', roles: [{ role: 'ann', username: 'ann' }], signInTest });
  const signedIn = await runner.write({ role: 'ann', actions: knows('who=ann who') });
  const nobody = await runner.write({ role: 'none', actions: knows('') });
  const order = [signedIn, nobody, signedIn, signedIn, nobody, nobody];
  const plugs = order.map(code => ({ type: 'plugTest', test: code }));
  const { items } = await runner.run({ type: 'suite', actions: plugs });
  expect(items.map(({ state }) => state)).toEqual(order.map(() => 'passed'));
});
