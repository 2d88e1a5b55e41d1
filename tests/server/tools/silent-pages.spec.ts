// @module-tag full
import { describe, expect, test } from 'vitest';
import { useRunner } from '../../ide-bridge/runner/runner-fixture.ts';

const asksForEver = "const asked = new XMLHttpRequest(); asked.open('GET', '/never', false); asked.send();";

/** How often a page has asked for what never comes. */
let asked = 0;

const runner = useRunner({
  '/good': '<title>Good</title><button>Good</button>',
  '/never': () => {
    asked += 1;
  },
  '/asks': `<!doctype html><title>Asks</title><script>setTimeout(() => { ${asksForEver} }, 50)</script><button>Asks</button>`,
  '/asks-as-it-loads': `<!doctype html><title>Asks</title><script>${asksForEver}</script><button>Asks</button>`,
  '/asks-when-clicked': `<!doctype html><title>Asks</title><button onclick="${asksForEver}">Asks</button>`,
  '/halts':
    '<!doctype html><title>Halts</title><button>Halts</button><script>setTimeout(() => { for (;;) debugger })</script>',
});

const click = { type: 'click', locator: "getByRole('button')" };

const CALLS: [string, object][] = [
  ['getPageInfo', {}],
  ['getPageElements', {}],
  ['getScreenshot', {}],
  ['waitForPageReady', {}],
  ['performActions', { actions: [click] }],
];

const refusal = async (tool: string, args: object) => (await runner.app.client.failure(tool, args)).message;

/** Every call tells soon what keeps the page silent, and then another page works. */
async function expectTold(why: RegExp | string): Promise<void> {
  for (const [tool, args] of CALLS) expect(await refusal(tool, args), tool).toMatch(why);
  expect(await runner.call('performAction', { action: click })).toMatchObject({
    state: 'error',
    error: { message: expect.stringMatching(why) },
  });
  expect(await runner.call('validateActions', { actions: [click] })).toMatchObject({
    actions: [{ notChecked: expect.stringMatching(why) }],
  });
  expect(await runner.call('navigateUrl', { url: '/good' })).toMatchObject({ title: 'Good' });
  expect(await runner.call('performAction', { action: click })).toMatchObject({ state: 'passed' });
}

describe('a page that does not answer any more is told by every call, with the reason', () => {
  const waits = /did not answer (?:within|for) 4 s; a script on it may be waiting for GET http.*\/never\./;

  test('a synchronous request without an answer, after the page has loaded', async () => {
    // What comes first is a matter of milliseconds: the answer of the page, or its request.
    const before = asked;
    await runner.call('navigateUrl', { url: '/asks' }).catch(() => {});
    await expect.poll(() => asked).toBeGreaterThan(before);
    await expectTold(waits);
  });

  test('a synchronous request without an answer, while the page loads', async () => {
    expect(await refusal('navigateUrl', { url: '/asks-as-it-loads' })).toMatch(waits);
    await expectTold(waits);
  });

  test('a click after which the page asks for ever', async () => {
    await runner.call('navigateUrl', { url: '/asks-when-clicked' });
    expect(await runner.call('performAction', { action: click })).toMatchObject({
      state: 'error',
      error: { message: expect.stringContaining('/never') },
    });
    await expectTold(waits);
  });

  test('a script that halts in the debugger for ever', async () => {
    await runner.call('navigateUrl', { url: '/halts' }).catch(() => {});
    await expectTold(/did not answer within 4 s; .*in an endless loop\./);
  });
});
