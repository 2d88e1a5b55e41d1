import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProjectId } from '../../../model/names/codes.ts';
import { Author } from '../../support/author.ts';
import { ApiClient } from '../../support/running-steploom.ts';
import { type ServedPages, servePages } from '../../support/serve-pages.ts';
import { openShop, type Shop } from '../../support/shop.ts';

const MASK = '••••';
const Run = z.looseObject({ runId: z.string(), state: z.string() });
const Report = z.looseObject({ report: z.string() });

/** Shows, and tells its console, what is typed into it. */
const PAGE = `<title>Sign in</title><label>Password <input type="password"></label><p role="status"></p><script>
  document.querySelector('input').oninput = ({ target: { value } }) => {
    document.querySelector('[role=status]').textContent = 'is ' + value + '; all ' + value + 's';
    console.error('typed ' + value);
  };
</script>`;

let pages: ServedPages;
let shop: Shop;

beforeAll(async () => {
  pages = await servePages({ '/': PAGE });
  shop = await openShop({ appUrl: pages.url });
  await shop.author.module('Module with wrong state');
});
afterAll(async () => {
  await shop[Symbol.asyncDispose]();
  await pages[Symbol.asyncDispose]();
});

const actionsWith = (value: string) => [
  { type: 'visit', url: '/' },
  { type: 'fill', locator: "getByLabel('Password')", value },
  { type: 'assert', locator: "getByRole('status')", matcher: 'toHaveText', expected: 'is fine', timeoutMs: 200 },
];

async function answer(name: string, args: object = {}): Promise<string> {
  return JSON.stringify(await shop.author.client.call(name, args, z.unknown()));
}

const run = async (testId: string, options: object = {}) =>
  shop.author.client.call('runTest', { testId, wait: 25, ...options }, Run);

describe.each(['test', 'wrong', 'state', 'tests and code'])('%s typed into a password field', password => {
  it(`the literal ${password} is told as it is stored, and masked as a whole word in what its own run saw`, async () => {
    const { author } = shop;
    const { testCode } = await author.test('m1', `The ${password} test`, { actions: actionsWith(password) });
    const before = await answer('getTests');
    const { runId } = await run(testCode);
    expect(await answer('getTests')).toBe(before);
    expect(before).not.toContain(MASK);
    const results = await author.client.call(
      'getTestResults',
      { runId },
      z.looseObject({ actions: z.array(z.unknown()) }),
    );
    expect(results.actions).toMatchObject([
      {},
      { title: expect.stringContaining(MASK) },
      { state: 'failed', error: { actual: `is ${MASK}; all ${password}s` } },
    ]);
    const { report } = await author.client.call('getReport', { runId, format: 'junit' }, Report);
    expect(report).toMatch(/^<\?xml|^<testsuites/);
    expect(report).toContain(`The ${password} test`);
    const messages = await author.client.call('getReport', { runId, format: 'messages' }, Report);
    for (const line of messages.report.trim().split('\n')) expect(Object.keys(JSON.parse(line))).not.toContain(MASK);
    expect(await answer('getRun', { runId })).toContain(`"title":"The ${password} test"`);
    const edit = { moduleCode: 'm1', testCode, actionIndex: 1, value: `${password}!` };
    await author.do('editAction', edit);
    expect(await answer('getActions', { moduleCode: 'm1', testCode })).toContain(`"value":"${password}!"`);
  });
});

it('a declared secret is masked wherever it was seen, and neither in keys, codes and enums nor in what is stored', async () => {
  const { author } = shop;
  await author.environment('keys', [{ name: 'KEY', kind: 'secret', value: 'passed' }]);
  const actions = actionsWith('{{secret.KEY}}');
  const { testCode } = await author.test('m1', 'Is passed by', { actions });
  const { runId, state } = await run(testCode, { environment: 'keys' });
  expect(state).toBe('failed');
  expect(await answer('getTests')).toContain('"name":"Is passed by"');
  const results = await answer('getTestResults', { runId });
  expect(results).toContain('"state":"passed"');
  expect(results).toContain(`"actual":"is ${MASK}; all ${MASK}s"`);
  expect(await answer('getConsoleLog')).toContain(`typed ${MASK}`);
  expect(await answer('getRun', { runId })).toContain('"title":"Is passed by"');
  const { report } = await author.client.call('getReport', { runId, format: 'cucumber' }, Report);
  expect(JSON.parse(report)).toMatchObject([
    { elements: [{ name: 'Is passed by', steps: [{ result: { status: 'passed' } }, {}, {}] }] },
  ]);
});

it('a secret of one project masks nothing of another', async () => {
  const other = await shop.app.service.workspace.create({ projectId: ProjectId.parse('other'), name: 'Other' });
  await other.tokens.setEnabled(true);
  const { value: token } = await other.tokens.create({ name: 'theirs', access: 'write' });
  const theirs = new Author(new ApiClient(shop.app.client.apiUrl, token));
  await theirs.environment('keys', [{ name: 'KEY', kind: 'secret', value: 'Sign in' }]);
  await shop.author.do('navigateUrl', { url: '/' });
  expect(await answer('getPageInfo')).toContain('"title":"Sign in"');
});

describe('a write of what was read with a secret masked in it', () => {
  it('a text that holds the mask is refused with the reason, and what is stored stays', async () => {
    const { author } = shop;
    const { testCode } = await author.test('m1', 'Kept', { actions: actionsWith('open') });
    const place = { moduleCode: 'm1', testCode };
    const before = await answer('getActions', place);
    const refusals = [
      await author.refusal('editAction', { ...place, actionIndex: 1, value: `is ${MASK}` }),
      await author.refusal('createAction', { ...place, type: 'comment', text: MASK }),
      await author.refusal('editTest', { ...place, name: `Signs ${MASK} in` }),
    ];
    for (const refusal of refusals) {
      expect(refusal).toMatch(/^invalid-params: /);
      expect(refusal).toContain(`holds ${MASK}, which stands for something secret that is not shown`);
    }
    expect(await answer('getActions', place)).toBe(before);
  });

  it('a file from elsewhere may hold such dots, and the lines that do may be written again', async () => {
    const { author } = shop;
    await author.do('importFeatures', {
      source: 'text',
      fileName: 'card.feature',
      text: `Feature: Card\n  Scenario: Shown\n    Then the card is ${MASK} 4242\n`,
    });
    const { feature } = await author.client.call(
      'getFeature',
      { feature: 'card.feature' },
      z.looseObject({ feature: z.looseObject({ text: z.string() }) }),
    );
    await author.do('editFeature', { feature: 'card.feature', text: feature.text.replace('Shown', 'Shown again') });
    expect(await answer('getFeature', { feature: 'card.feature' })).toContain('Shown again');
  });
});
