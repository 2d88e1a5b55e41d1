import { describe, expect, test } from 'vitest';
import { flat, states, useRunner } from './runner-fixture.ts';

const runner = useRunner({ '/': '<title>Page</title><h1>Home</h1>' });

const visit = { type: 'visit', url: '/' };
const comment = (text: string) => ({ type: 'comment', text });

describe('plugged tests', () => {
  test('a plugged test uses its parameters or their defaults and shares variables both ways', async () => {
    const inner = await runner.write({
      name: 'Greet',
      parameters: [{ name: 'who', default: '{{ "No" & "body" }}' }, { name: 'how' }],
      actions: [
        {
          type: 'assert',
          matcher: 'toPassScript',
          expected: '"{{who}} {{how}} {{before}}" === window.wanted',
          timeoutMs: 500,
        },
        { type: 'script', code: '"from inside"', into: 'after' },
      ],
    });
    const wanted = (text: string) => ({ type: 'script', code: `window.wanted = ${JSON.stringify(text)}` });
    const results = await runner.passes([
      visit,
      { type: 'script', code: '"from outside"', into: 'before' },
      wanted('Nobody loud from outside'),
      { type: 'plugTest', test: inner, parameters: { how: 'loud' } },
      wanted('ANN 2 from outside'),
      {
        type: 'plugTest',
        test: `${runner.moduleCode}.${inner}`,
        parameters: { who: '{{ $uppercase("Ann") }}', how: 2 },
      },
      { type: 'assert', matcher: 'toPassScript', expected: '"{{after}}" === "from inside"' },
    ]);
    expect(results.actions[3]?.actions).toMatchObject([
      { actionIndex: 0, testCode: inner },
      { actionIndex: 1, testCode: inner },
    ]);
  });

  test('a plugged test repeats as often as asked and stops at a failure', async () => {
    const inner = await runner.write([
      { type: 'script', code: '(window.runs = (window.runs ?? 0) + 1)', into: 'runs' },
      { type: 'assert', matcher: 'toPassScript', expected: 'window.runs < 3', timeoutMs: 50 },
    ]);
    const { actions, outcome } = await runner.run([visit, { type: 'plugTest', test: inner, repeat: 5 }, comment('a')]);
    expect(outcome).toBe('failed');
    expect(actions[1]?.actions?.map(({ round, state }) => [round, state])).toEqual([
      [1, 'passed'],
      [1, 'passed'],
      [2, 'passed'],
      [2, 'passed'],
      [3, 'passed'],
      [3, 'failed'],
    ]);
    expect(states(actions)).toEqual(['passed', 'failed', 'skipped']);
  });

  test('a plugged test says which of its parameters has no value', async () => {
    const inner = await runner.write({
      parameters: [{ name: 'who' }],
      actions: [{ type: 'visit', url: '/?{{ who }}' }],
    });
    const { actions, outcome } = await runner.run([{ type: 'plugTest', test: inner }]);
    expect(outcome).toBe('error');
    const told = flat(actions).flatMap(({ error }) => error?.message ?? []);
    expect(told).toContainEqual(
      expect.stringMatching(/^No value is called who: the parameter was given none and has no default; there are /),
    );
  });

  test('tests can be plugged into each other twenty deep and no deeper', { tags: 'full' }, async () => {
    let code = await runner.write([comment('bottom')]);
    for (let depth = 0; depth < 20; depth++) code = await runner.write([{ type: 'plugTest', test: code }]);
    expect(await runner.runStored(code)).toMatchObject({ outcome: 'passed' });
    const tooDeep = await runner.write([{ type: 'plugTest', test: code }]);
    const results = await runner.runStored(tooDeep);
    expect(results.outcome).toBe('error');
    const told = flat(results.actions).flatMap(({ error }) => error?.message ?? []);
    expect(told).toEqual(['Tests are plugged into each other more than 20 deep.']);
  });
});
