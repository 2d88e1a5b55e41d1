import { describe, expect, test } from 'vitest';
import { flat, useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': '<title>Shop</title><h1>Shop</h1><div id="box">x</div><iframe title="Payment" src="/pay"></iframe><iframe name="ads" src="/ads"></iframe>',
  '/pay': '<button>Pay now</button><iframe src="/deep" id="deep"></iframe>',
  '/ads': '<button>Close ad</button>',
  '/deep': '<button>Confirm</button><button>Cancel</button>',
  '/plain': '<title>Plain</title><button>Pay now</button>',
});

const PAYMENT = "getByTitle('Payment', { exact: true }).contentFrame()";
const DEEP = `${PAYMENT}.locator('#deep').contentFrame()`;
const THERE = `the page has ${PAYMENT}, ${PAYMENT}.frameLocator('#deep'), frameLocator('iframe[name="ads"]').`;

type Action = { type: string; [field: string]: unknown };

/** Fails as soon as it is tried, however long the machine takes for that. */
const atOnce = (action: Action): Action => ({ ...action, timeoutMs: 20_000 });

/** Actions on elements that cannot be found, with what is told of each. */
async function told(actions: readonly Action[], url = '/') {
  const tried = actions.map(action => ({ timeoutMs: 500, onFailure: 'continue', ...action }));
  const results = await runner.run([{ type: 'visit', url }, ...tried], { screenshots: 'off' });
  return flat(results.actions)
    .slice(1)
    .map(({ error }) => ({ message: error?.message, candidates: error?.candidates }));
}

const click = (locator: string): Action => ({ type: 'click', locator });
const payNow = "frameLocator('#pay').getByRole('button', { name: 'Pay now' })";

describe('a frame that is not there', () => {
  test('every action that looks inside a missing frame names the frames that exist', { tags: 'full' }, async () => {
    const answers = await told([
      click(payNow),
      { type: 'extract', from: 'text', into: 'x', locator: payNow },
      { type: 'wait', until: 'visible', locator: payNow },
      { type: 'assert', matcher: 'toBeVisible', locator: payNow },
      { type: 'assert', matcher: 'toHaveText', expected: 'x', locator: payNow },
    ]);
    const candidates = [`${PAYMENT}.getByRole('button', { name: 'Pay now' })`];
    for (const answer of answers) {
      expect(answer.message).toMatch(/^No element matches button “Pay now” on /);
      expect(answer.message).toContain(`. No frame matches frameLocator('#pay'); ${THERE}`);
      expect(answer.candidates).toEqual(candidates);
    }
  });

  test('a wrong count in a missing frame also names the frame', { tags: ['full'] }, async () => {
    const [answer] = await told([{ type: 'assert', matcher: 'toHaveCount', expected: 2, locator: payNow }]);
    expect(answer?.message).toBe(
      `Expected 2 elements for button “Pay now”, but there are 0. No frame matches frameLocator('#pay'); ${THERE}`,
    );
  });

  test('the error names a frame that is missing inside another one', { tags: 'full' }, async () => {
    const [answer] = await told([click("frameLocator('[title=Payment]').frameLocator('#none').getByText('x')")]);
    expect(answer?.message).toContain(
      `No frame matches frameLocator('[title=Payment]').frameLocator('#none'); ${THERE}`,
    );
  });

  test('the error says when the page has no frames at all', { tags: ['full'] }, async () => {
    const [answer] = await told([click(payNow)], '/plain');
    expect(answer?.message).toContain("No frame matches frameLocator('#pay'); the page has no frames.");
    expect(answer?.candidates).toEqual(["getByRole('button', { name: 'Pay now' })"]);
  });
});

test('the error says when a frame locator finds no frame or several', { tags: ['full'] }, async () => {
  const [none, several] = await told([
    atOnce(click("frameLocator('#box').getByRole('button')")),
    atOnce(click("frameLocator('iframe').getByRole('button')")),
  ]);
  expect(none?.message).toBe(
    `frameLocator('#box') on ${runner.origin}/ leads to <div id="box">x</div>, which is not a frame.`,
  );
  expect(several?.message).toBe(`2 frames match frameLocator('iframe') on ${runner.origin}/; exactly one is needed.`);
  expect(several?.candidates).toEqual([
    `locator('iframe[title="Payment"]').contentFrame().getByRole('button')`,
    `locator('iframe[name="ads"]').contentFrame().getByRole('button')`,
  ]);
});

test('elements that come close are suggested with the frames around them, ready to use as locators', {
  tags: 'full',
}, async () => {
  const [near, deep, outside, several] = await told([
    click("frameLocator('[title=Payment]').getByRole('button', { name: 'Pay nwo' })"),
    click("frameLocator('[title=Payment]').frameLocator('#deep').getByRole('button', { name: 'Confrim' })"),
    click("getByRole('button', { name: 'Confirm' })"),
    atOnce(click("frameLocator('[title=Payment]').frameLocator('#deep').getByRole('button')")),
  ]);
  const confirm = `${DEEP}.getByRole('button', { name: 'Confirm' })`;
  expect(near?.candidates).toEqual([`${PAYMENT}.getByRole('button', { name: 'Pay now' })`]);
  expect(deep?.candidates).toEqual([confirm]);
  expect(outside?.candidates).toEqual([confirm]);
  expect(several?.message).toMatch(/^2 elements match button on /);
  const own = "locator('[title=Payment]').contentFrame().locator('#deep').contentFrame()";
  expect(several?.candidates).toEqual([
    `${own}.getByRole('button', { name: 'Confirm' })`,
    `${own}.getByRole('button', { name: 'Cancel' })`,
  ]);
  const candidates = [near, deep, outside, several].flatMap(answer => answer?.candidates ?? []);
  await runner.passes([{ type: 'visit', url: '/' }, ...candidates.map(click)]);
});

test('the tools of the page report a missing frame as well', { tags: 'full' }, async () => {
  await runner.passes([{ type: 'visit', url: '/' }]);
  for (const [tool, args] of [
    ['getScreenshot', { locator: payNow }],
    ['getPageElements', { within: payNow }],
  ] as const) {
    const failure = await runner.app.client.failure(tool, args);
    expect(failure.data.reason).toBe('locator-not-found');
    expect(failure.message).toMatch(
      /^No visible element matches .*\. No frame matches frameLocator\('#pay'\); the page has /,
    );
  }
  const none = await runner.app.client.failure('getScreenshot', { locator: "frameLocator('#box').locator('p')" });
  expect(none.message).toMatch(
    /^frameLocator\('#box'\) on .* leads to <div id="box">x<\/div>, which is not a frame\.$/,
  );
});
