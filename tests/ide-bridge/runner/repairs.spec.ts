import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { flat, states, useRunner } from './runner-fixture.ts';

const runner = useRunner({
  '/': `<button data-testid="save" aria-label="Store" onclick="this.title = 'Saved'">Save</button><a id="help">Help</a>
    <p class="two">1</p><p class="two">2</p><input aria-label="Name" data-testid="name">
    <iframe srcdoc="<button id=inner aria-label=In>Save</button>"></iframe>`,
  '/slow': `<title>Slow</title><script>
    setTimeout(() => { document.body.innerHTML = '<button id="late">Late</button><button id="spare">Spare</button>'; }, 1500)
  </script><body><button id="spare">Spare</button></body>`,
});

/** The page is looked at once at least, and what stands in gets time of its own. */
const QUICK = { timeoutMs: 2_000 };
const visit = (url = '/') => ({ type: 'visit', url });
const gone = "getByRole('button', { name: 'Save' })";
const click = (fields: object) => ({ type: 'click', locator: gone, ...QUICK, ...fields });

const Repairs = z.object({
  repairs: z.array(
    z.looseObject({
      runId: z.string(),
      actionId: z.string(),
      testCode: z.string(),
      from: z.string(),
      to: z.string(),
      state: z.string(),
    }),
  ),
  total: z.number(),
});
const Decided = z.object({
  repair: z.looseObject({ state: z.string() }),
  action: z.looseObject({ locator: z.string(), fallbacks: z.array(z.string()) }).optional(),
});

const repairs = (args: object = {}) => runner.app.client.call('getRepairs', args, Repairs);
const decide = (args: object) => runner.app.client.call('decideRepair', args, Decided);
const place = { moduleCode: 'm1' };

/** A stored test whose second action was repaired in the run. */
async function repairedRun(fields: object = { fallbacks: ["getByTestId('save')"] }) {
  const testCode = await runner.write([visit(), click(fields)]);
  const results = await runner.runStored(testCode);
  const { actionId = '' } = results.actions[1] ?? {};
  return { testCode, actionId, runId: results.runId, results };
}

describe('a fallback', () => {
  test('a fallback is used when the locator finds nothing, and the results show it', async () => {
    const { results } = await repairedRun({ fallbacks: ['#none', '.two', '#help', "getByTestId('save')", 'button'] });
    expect(results.outcome).toBe('passed');
    expect(results.actions[1]).toMatchObject({
      title: 'Click button “Save”',
      repaired: { from: gone, to: "getByTestId('save')" },
    });
  });

  test('lists of runs, a run and the last result of a test count what was repaired', async () => {
    const { testCode, runId } = await repairedRun();
    const Count = z.looseObject({ repaired: z.number() });
    const { runs } = await runner.app.client.call('getRuns', { limit: 1 }, z.object({ runs: z.array(Count) }));
    const { repaired } = await runner.app.client.call('getRun', { runId }, Count);
    const { last } = await runner.app.client.call('getLastResult', { testCode }, z.object({ last: Count }));
    expect([runs[0]?.repaired, repaired, last.repaired]).toEqual([1, 1, 1]);
  });

  test('the answer of a run says itself what was repaired', async () => {
    const fallbacks = ["getByTestId('save')"];
    const testCode = await runner.write([visit(), click({ fallbacks })]);
    const Answer = z.looseObject({ state: z.string(), repaired: z.unknown() });
    const ran = await runner.app.client.call('runTests', { tests: [testCode], wait: 25 }, Answer);
    const { runId, actions } = await runner.results();
    const { actionId } = actions[1] ?? {};
    const repaired = [{ testCode, actionId, title: 'Click button “Save”', from: gone, to: fallbacks[0], now: 'Store' }];
    expect(ran).toMatchObject({ state: 'passed', repaired });
    expect(await runner.call('getRun', { runId })).toMatchObject({ repaired: 1, repairs: repaired });
  });

  test('the answer of a run that repaired nothing says nothing of it', async () => {
    const testId = await runner.write([visit()]);
    expect(await runner.call('runTest', { testId, wait: 25 })).not.toHaveProperty('repaired');
  });

  test('the answer of a run that failed says what was repaired before, and at most 20', { tags: 'full' }, async () => {
    const fallbacks = ["getByTestId('save')"];
    const clicks = Array.from({ length: 21 }, () => click({ fallbacks, timeoutMs: 500 }));
    const testId = await runner.write([visit(), ...clicks, click({ locator: '#none', timeoutMs: 500 })]);
    const Answer = z.looseObject({ state: z.string(), repaired: z.array(z.unknown()) });
    const { state, repaired } = await runner.app.client.call('runTest', { testId, wait: 25 }, Answer);
    expect([state, repaired.length]).toEqual(['error', 20]);
  });

  test('a fallback must have the role that the locator names, or any role when it names none', {
    tags: ['full'],
  }, async () => {
    const { error } = await runner.fails([visit(), click({ fallbacks: ['#help', '.two'] })]);
    expect(error.message).toMatch(/^No element matches button “Save” on http/);
    await runner.passes([visit(), click({ locator: "getByTitle('Help')", fallbacks: ['#help'] })]);
  });

  test('a fallback finds its element in a frame and may contain values', { tags: ['full'] }, async () => {
    const results = await runner.passes([
      visit(),
      { type: 'extract', from: 'script', code: 'return "inner"', into: 'id' },
      click({ fallbacks: ["frameLocator('iframe').locator('#{{ var.id }}')"] }),
    ]);
    expect(results.actions[2]?.repaired?.to).toBe("frameLocator('iframe').locator('#{{ var.id }}')");
  });

  test('a fallback serves assertions and extracts, but no condition and no check for absence', {
    tags: ['full'],
  }, async () => {
    const fallbacks = ["getByTestId('name')"];
    const results = await runner.passes([
      visit(),
      { type: 'fill', locator: "getByPlaceholder('Name')", fallbacks, value: 'Ann', ...QUICK },
      {
        type: 'assert',
        locator: "getByPlaceholder('Name')",
        fallbacks,
        matcher: 'toHaveValue',
        expected: 'Ann',
        ...QUICK,
      },
      { type: 'extract', from: 'value', locator: "getByPlaceholder('Name')", fallbacks, into: 'name', ...QUICK },
      { type: 'assert', locator: '#none', fallbacks, matcher: 'toBeHidden' },
      { type: 'wait', until: 'hidden', locator: '#none', fallbacks },
      { type: 'if', matcher: 'toBeVisible', locator: '#none', fallbacks },
      { type: 'script', code: 'throw new Error("no")' },
      { type: 'end' },
    ]);
    expect(flat(results.actions).map(({ repaired }) => repaired?.to)).toEqual([
      undefined,
      ...Array.from({ length: 3 }, () => fallbacks[0]),
      ...Array.from({ length: 3 }, () => undefined),
    ]);
  });

  test('a fallback is not used while the locator may still find its element', async () => {
    const results = await runner.passes([
      visit('/slow'),
      { type: 'click', locator: "getByText('Late')", fallbacks: ['#spare'], timeoutMs: 60_000 },
    ]);
    expect(results.actions[1]?.repaired).toBeUndefined();
  });

  test('a fallback that finds nothing either leaves the failure as it is', { tags: ['full'] }, async () => {
    const { state, error, repaired } = await runner.fails([visit(), click({ fallbacks: ['#none', 'p:::'] })]);
    expect(state).toBe('error');
    expect(error.message).toMatch(/^No element matches button “Save” on [^ ]* \(looked for 2 s\)\.$/);
    expect(repaired).toBeUndefined();
  });

  test('a failed assertion names the fallback that it used, and no repair is proposed', { tags: 'full' }, async () => {
    const { state, error, repaired } = await runner.fails([
      visit(),
      {
        type: 'assert',
        locator: "getByTitle('Help')",
        fallbacks: ['#help'],
        matcher: 'toHaveText',
        expected: 'Yes',
        ...QUICK,
      },
    ]);
    expect([state, repaired?.to]).toEqual(['failed', '#help']);
    expect(error.message).toMatch(/^Expected #help to have the text “Yes”, but it is “Help”/);
    expect((await repairs({ runId: (await runner.results()).runId })).repairs).toEqual([]);
  });

  test('stopping the run ends the wait for a fallback', { tags: ['full'] }, async () => {
    const testId = await runner.write([visit(), click({ fallbacks: ['#none'], timeoutMs: 60_000 })]);
    await runner.call('runTest', { testId });
    await runner.until(({ action }) => action?.type === 'click');
    await runner.call('stopTest');
    await runner.until(({ state }) => state === 'stopped');
    expect(states((await runner.results()).actions)).toEqual(['passed', 'stopped']);
  });
});

describe('a repair', () => {
  test('a repair is proposed, and accepting it is an edit that can be undone', async () => {
    const fallbacks = ['#none', "getByTestId('save')"];
    const { testCode, actionId, runId } = await repairedRun({ fallbacks });
    const [open] = (await repairs()).repairs.filter(repair => repair.testCode === testCode);
    expect(open).toMatchObject({ runId, actionId, from: gone, to: "getByTestId('save')", state: 'open' });
    const { repair, action } = await decide({ runId, actionId, accept: true });
    expect(repair.state).toBe('accepted');
    expect(action).toMatchObject({ locator: "getByTestId('save')", fallbacks: [gone, '#none'] });
    const again = await runner.runStored(testCode);
    expect([again.outcome, again.actions[1]?.repaired]).toEqual(['passed', undefined]);
    expect((await repairs()).repairs.some(each => each.testCode === testCode)).toBe(false);
    await runner.call('undo');
    expect((await repairs({ runId })).repairs.map(({ state }) => state)).toEqual(['open']);
  });

  test('a rejected repair is not made again, but can still be accepted later', { tags: 'full' }, async () => {
    const { testCode, actionId, runId } = await repairedRun();
    const { repair, action } = await decide({ runId, actionId, accept: false });
    expect([repair.state, action]).toEqual(['rejected', undefined]);
    expect((await repairs()).repairs.some(each => each.testCode === testCode)).toBe(false);
    const again = await runner.runStored(testCode);
    expect(again.actions[1]).toMatchObject({ state: 'error' });
    expect(again.actions[1]?.error?.message).toContain(
      "Its fallback getByTestId('save') finds one, but that was rejected.",
    );
    expect((await decide({ runId, actionId, accept: true })).repair.state).toBe('accepted');
  });

  test('a repair of an action that was changed or deleted is refused', { tags: ['full'] }, async () => {
    const { testCode, actionId, runId } = await repairedRun();
    await runner.call('editAction', { ...place, testCode, actionId, locator: '#other' });
    await expect(decide({ runId, actionId, accept: true })).rejects.toThrow(
      `Action ${actionId} was changed since: the repair of ${gone} does not fit it.`,
    );
    expect((await repairs({ runId })).repairs.map(({ state }) => state)).toEqual(['outdated']);
    await runner.call('deleteAction', { ...place, testCode, actionId });
    await expect(decide({ runId, actionId, accept: true })).rejects.toThrow(
      `No action ${actionId} in test ${testCode}`,
    );
    await runner.call('deleteTest', { ...place, testCode });
    await expect(decide({ runId, actionId, accept: true })).rejects.toThrow(`No test ${testCode}`);
  });

  test('a repair that the run did not make is refused, and the error names those it made', {
    tags: ['full'],
  }, async () => {
    const { actionId, runId } = await repairedRun();
    const wrong = `Run ${runId} did not repair a99999: it repaired ${actionId}.`;
    await expect(decide({ runId, actionId: 'a99999', accept: true })).rejects.toThrow(wrong);
    await expect(decide({ runId: 'r99999', actionId, accept: true })).rejects.toThrow('No run r99999');
  });

  test('a repair is proposed once, however often the action was performed', { tags: ['full'] }, async () => {
    const { runId } = await runner.passes([
      visit(),
      { type: 'loop', times: 2 },
      { type: 'fill', locator: '[title=name]', fallbacks: ["getByTestId('name')"], value: '{{ round }}', ...QUICK },
      { type: 'end' },
    ]);
    expect((await repairs({ runId })).total).toBe(1);
  });
});
