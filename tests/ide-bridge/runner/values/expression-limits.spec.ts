import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openEvaluator } from '../../../../ide-bridge/runner/values/evaluator.ts';
import { createScopes } from '../../../../ide-bridge/runner/values/scopes.ts';

const CHILD = fileURLToPath(new URL('../../../../ide-bridge/runner/values/expression-child.mjs', import.meta.url));
const scopes = createScopes({ var: { user: 'ann' } });
const evaluator = openEvaluator();
afterAll(() => evaluator.dispose());

const evaluate = (source: string, timeLimitMs: number) =>
  evaluator.evaluateTemplate(`{{ ${source} }}`, scopes, { timeLimitMs });
const grown = (step: string) => `( $f := function($x, $n) { $n = 0 ? $x : $f(${step}, $n - 1) }; $f("x", 60) )`;

test.each([
  ['a tail recursion without end', '( $f := function($n) { $f($n) }; $f(1) )'],
  ['a catastrophic pattern', `$match("${'a'.repeat(40)}!", /^(a+)+$/)`],
  ['a comparison that doubles with each level', `${grown('[[$x], [$x]]')} = ${grown('[[$x], [$x]]')}`],
  ['a text of data that doubles with each level', `$string(${grown('{"a": $x, "b": $x}')})`],
])('the evaluator ends %s at the time limit and continues', { tags: 'full' }, async (_name, source) => {
  await expect(evaluate(source, 200)).rejects.toMatchObject({ kind: 'timeout' });
  expect((await evaluate('$uppercase(user)', 20_000)).text).toBe('ANN');
});

test.each([
  ['recursion without end', '( $f := function($n) { 1 + $f($n) }; $f(1) )', 'calls itself too deeply'],
  ['a huge range', '[1..9999999]', 'list that is too long'],
  [
    'a list that doubles',
    `( $f := function($x, $n) { $n = 0 ? $x : $f($append($x, $x), $n - 1) }; $f([1, 2], 40) )`,
    'list that is too long',
  ],
  ['a huge padding', "$pad('', 300000000)", 'needed more than 96 MB of memory'],
  ['a result that is too long', '$pad("", 1000001)', 'longer than 1000000 characters'],
  ['brackets without end', `${'('.repeat(50_000)}1${')'.repeat(50_000)}`, 'nested too deeply'],
  ['a padding beyond any text', "$pad('', 1e9)", 'text that is too long'],
])('the evaluator refuses %s and continues', { tags: 'full' }, async (_name, source, message) => {
  await expect(evaluate(source, 20_000)).rejects.toMatchObject({ message: expect.stringContaining(message) });
  expect((await evaluate('$uppercase(user)', 20_000)).text).toBe('ANN');
});

test('an evaluation stops when its signal aborts, and so does one that is waiting', async () => {
  const controller = new AbortController();
  const options = { signal: controller.signal, timeLimitMs: 20_000 };
  const running = evaluator.evaluateTemplate('{{ ( $f := function() { $f() }; $f() ) }}', scopes, options);
  const waiting = evaluator.evaluateTemplate('{{ 1 + 1 }}', scopes, options);
  await setImmediate();
  controller.abort();
  await expect(running).rejects.toMatchObject({ kind: 'stopped' });
  await expect(waiting).rejects.toMatchObject({ kind: 'stopped' });
  expect((await evaluate('1 + 1', 20_000)).text).toBe('2');
});

test('the evaluator can be shut down while it evaluates', async () => {
  const closing = openEvaluator();
  await closing.prepare();
  const running = closing.evaluateTemplate('{{ ( $f := function() { $f() }; $f() ) }}', scopes, {
    timeLimitMs: 20_000,
  });
  const refused = expect(running).rejects.toMatchObject({ kind: 'stopped' });
  await setImmediate();
  await closing.dispose();
  await refused;
  await closing.dispose();
  await expect(closing.evaluateTemplate('{{ 1 + 1 }}', scopes)).rejects.toMatchObject({ kind: 'stopped' });
});

test('an evaluation process ends when its parent is gone', { tags: 'full' }, async () => {
  const child = fork(CHILD, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  const ended = once(child, 'exit');
  await once(child, 'message');
  const source = `$match("${'a'.repeat(40)}!", /^(a+)+$/)`;
  const request = {
    expression: source,
    visible: { bare: {}, groups: {} },
    guarded: [],
    secretsAllowed: true,
    timeLimitMs: 1,
  };
  await new Promise<void>(resolve => child.send(request, () => resolve()));
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
});
