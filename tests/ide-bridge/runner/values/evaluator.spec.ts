import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Evaluator, openEvaluator } from '../../../../ide-bridge/runner/values/evaluator.ts';
import { Concealed, createScopes } from '../../../../ide-bridge/runner/values/scopes.ts';
import { escapeExpressions } from '../../../../model/values/template.ts';

const scopes = createScopes({
  loop: { index: 2 },
  parameters: { user: 'ann', 'First Name': 'Ann', login: new Concealed('ann:hunter2!', ['hunter2!']) },
  var: { total: 12.5, empty: null, done: true },
  testData: { person: { city: 'Köln', tags: ['a', 'b'] }, rows: [{ id: 1 }, { id: 2 }], user: 'hidden' },
  env: { BASE: 'http://localhost:1' },
  secret: { password: 'hunter2!', other: 'not-used' },
  app: { admin: '/admin' },
  run: { id: 'r128' },
});

/** Far above what these take: the limit itself has specs of its own. */
const AMPLE = { timeLimitMs: 30_000 };

let evaluator: Evaluator;
beforeAll(async () => {
  evaluator = openEvaluator();
  await evaluator.prepare();
});
afterAll(() => evaluator.dispose());

const textOf = async (text: string) => (await evaluator.evaluateTemplate(text, scopes, AMPLE)).text;
const typedOf = async (text: string) => (await evaluator.evaluateValue(text, scopes, AMPLE)).value;

test.each([
  ['no braces', 'no braces'],
  ['\\{{user}}', '{{user}}'],
  ['{{user}}', 'ann'],
  ['Hi {{ user }} in {{person.city}}!', 'Hi ann in Köln!'],
  ['{{env.BASE}}{{app.admin}}/{{run.id}}', 'http://localhost:1/admin/r128'],
  ['{{First Name}}', 'Ann'],
  ['{{ `First Name` }}', 'Ann'],
  ['{{index}}|{{total}}|{{done}}|{{ empty ?: "" }}', '2|12.5|true|'],
  ['{{person}}', '{"city":"Köln","tags":["a","b"]}'],
  ['{{rows.id}}', '[1,2]'],
  ['{{rows[id = 9].id ?? ""}}', ''],
  ['{{ $uppercase(user) & "-" & (index + 1) }}', 'ANN-3'],
  ['{{ 0.1 + 0.2 }} {{ 9007199254740991 + 0 }}', '0.3 9007199254740991'],
  ['{{ {"a": index} }}', '{"a":2}'],
  ['{{ coupon ?? "none" }}', 'none'],
  ['{{ $exists(coupon) ? coupon : "none" }}', 'none'],
  ['{{ true }}', 'true'],
  ['{{ $match(user, /n{2}/).match }}', 'nn'],
])('the template %s evaluates to %j', async (text, expected) => {
  expect(await textOf(text)).toBe(expected);
});

test('a text that is one expression keeps its type', async () => {
  expect(await typedOf('{{total}}')).toBe(12.5);
  expect(await typedOf('{{person.tags}}')).toEqual(['a', 'b']);
  expect(await typedOf('{{ index > 1 }}')).toBe(true);
  expect(await typedOf('{{ rows[id = 9] }}')).toBeUndefined();
  expect(await typedOf('{{ $append(rows.id, 3) }}')).toEqual([1, 2, 3]);
  expect(await typedOf('{{index}}{{index}}')).toBe('22');
});

test('an escaped text evaluates to itself', async () => {
  const text = fc.string({ unit: fc.constantFrom('{', '}', '\\', 'a') });
  await fc.assert(
    fc.asyncProperty(text, async original => {
      expect(await textOf(escapeExpressions(original))).toBe(original);
    }),
  );
});

test.each([
  ['{{usr}}', 'No value is called usr; there are user, '],
  ['{{ $uppercase(usr) }}', 'No value is called usr; there are user, '],
  ['{{password}}', 'No value is called password; there are secret.password, '],
  ['{{env.BAS}}', 'No value is called env.BAS; there are env.BASE.'],
  ['{{var.user}}', 'No value is called var.user; there are var.'],
  ['{{secret.pasword}}', 'No value is called secret.pasword; there are secret.password, secret.other.'],
  ['{{person.cty}}', 'person has no cty; there are city, tags.'],
  ['{{user.name}}', 'user has no name; there are none here.'],
  ['{{__proto__}}', 'No value is called __proto__; '],
  ['{{ constructor & "" }}', 'No value is called constructor; '],
  ['{{person.__proto__}}', 'person has no __proto__; '],
])('the error about %s says which names exist', async (text, message) => {
  const error = await textOf(text).catch((refused: unknown) => refused);
  expect(error).toMatchObject({
    kind: 'not-found',
    message: expect.stringContaining(message),
  });
});

test('an error names at most ten values', async () => {
  const many = createScopes({
    var: Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`name${index}`, index])),
  });
  await expect(evaluator.evaluateTemplate('{{nam7}}', many)).rejects.toThrow(
    /there are name7,(?: \w+,){8} \w+ and 20 more\./,
  );
});

test.each([
  ['{{ 1 + }}', 'invalid-params', '{{ 1 + }} cannot be read: it ends too early, at its end, after 3 characters.'],
  [
    '{{ a b }}',
    'invalid-params',
    '{{ a b }} cannot be read: Syntax error: "b", at position 3; put a name with spaces in backticks: `a b`.',
  ],
  ['{{ nobody + ) }}', 'invalid-params', 'The symbol ")" cannot be used as a unary operator, at position 10.'],
  ['{{ nobody[ }}', 'invalid-params', 'cannot be read: Expected "]" before end of expression, at its end'],
  ['{{ $match(user, /[b-a]/) }}', 'invalid-params', 'cannot be read: Invalid regular expression'],
  [`{{ ${'('.repeat(20_000)} }}`, 'invalid-params', 'cannot be read: it is nested too deeply.'],
  ['{{ user', 'invalid-params', 'never closed'],
  [
    '{{ user + 1 }}',
    'invalid-project',
    '{{ user + 1 }} failed: The left side of the "+" operator must evaluate to a number; parameters and columns hold text, which $number(…) turns into a number, and & joins texts.',
  ],
  ['{{ 1 - user }}', 'invalid-project', 'The right side of the "-" operator must evaluate to a number; parameters'],
  ['{{ user > 3 }}', 'invalid-project', 'must be of the same data type; parameters and columns hold text'],
  [
    '{{ 1/0 }}',
    'invalid-project',
    '{{ 1/0 }} failed: the result is Infinity, which is no number; look for a division by 0.',
  ],
  ['{{ null }}', 'invalid-project', '{{ null }} is null; where it may be empty, write {{ null ?: "" }}.'],
  ['{{empty}}', 'invalid-project', '{{ empty }} is null'],
  ['a{{rows[id = 9].id}}', 'invalid-project', '{{ rows[id = 9].id }} has no value; where it may be empty, write'],
  ['{{ done || total }}', 'invalid-params', 'JSONata has “or” for ||'],
  ['{{ done && total }}', 'invalid-params', 'JSONata has “and” for &&'],
  ['{{ total === 1 }}', 'invalid-params', 'JSONata has “=” for ==='],
  ['{{ !done }}', 'invalid-params', 'JSONata has “$not(…)” for !'],
  ['{{rows.length}}', 'invalid-project', 'JSONata has “$count(rows)” or, of a text, “$length(rows)” for rows.length'],
  ['{{user.length}}', 'not-found', '“$length(user)” for user.length'],
  ['{{ user.toUpperCase() }}', 'invalid-project', 'JSONata has “$uppercase(…)” for .toUpperCase()'],
  ['{{ Math.round(total) }}', 'not-found', 'JSONata has “$round(…)” for Math.round()'],
  ['{{ Number(user) }}', 'invalid-project', 'JSONata has “$number(…)” for Number()'],
  ['{{ $error("no stock") }}', 'invalid-project', 'no stock'],
  ['{{ function($x) { $x } }}', 'invalid-project', 'the result is a function'],
])('the evaluator refuses %s as %s', async (text, kind, message) => {
  await expect(textOf(text)).rejects.toMatchObject({ kind, message: expect.stringContaining(message) });
});

test('the evaluator reports which secrets went into a text, and no others', async () => {
  const secretsIn = async (text: string) => (await evaluator.evaluateTemplate(text, scopes, AMPLE)).secrets;
  expect(await secretsIn('{{user}}')).toEqual([]);
  expect(await secretsIn('{{secret.password}}{{secret.password}}')).toEqual(['hunter2!']);
  expect(await secretsIn('{{ $base64encode(user & ":" & secret.password) }}')).toEqual(['hunter2!']);
  expect(await secretsIn('{{login}}')).toEqual(['hunter2!']);
  expect(await secretsIn('{{ $uppercase(login) }}')).toEqual(['hunter2!']);
  expect(await secretsIn('{{ $lookup($lookup($$, "sec" & "ret"), "other") }}')).toEqual(['not-used']);
});

test('no listing, wildcard or text of all values shows a secret', async () => {
  for (const source of [
    '$string($$)',
    '$string(secret)',
    '$$.**',
    '$$.*',
    'secret.*',
    '$keys(secret)',
    '$each($$, function($v) { $v })',
    '$spread(secret)',
  ])
    expect(JSON.stringify(await typedOf(`{{ ${source} }}`)) ?? '').not.toContain('hunter2!');
});

test('secrets are masked in the message of an error', async () => {
  const error = await textOf('{{ $number(secret.password) }}').catch((failed: unknown) => failed);
  expect(error).toMatchObject({ kind: 'invalid-project', message: expect.stringContaining('••••') });
  expect(JSON.stringify(error)).not.toContain('hunter2!');
});

test.each([
  ['index = 2', true],
  ['{{ index = 2 }}', true],
  ['index > 2', false],
  ['user', true],
  ['empty', false],
  ['rows[id = 9]', false],
  ['rows[id = 1]', true],
  ['[0, ""]', false],
  ['{}', false],
  ['done and total > 12', true],
])('the condition %s evaluates to %s', async (condition, expected) => {
  expect(await evaluator.evaluateCondition(condition, scopes, AMPLE)).toBe(expected);
});

test.each([
  'secret.password = "x"',
  '$exists(secret.password)',
  '$lookup(secret, "password") = "x"',
  '$lookup($lookup($$, "sec" & "ret"), "password") = "x"',
  'login',
  '$length(login) > 3',
  '$$.login != ""',
])('the condition %s is refused because it reads a secret', async condition => {
  await expect(evaluator.evaluateCondition(condition, scopes, AMPLE)).rejects.toMatchObject({
    kind: 'invalid-params',
    message: expect.stringContaining('reads a secret'),
  });
});

test('a condition that reads the length of a list as JavaScript does is refused rather than false', async () => {
  await expect(evaluator.evaluateCondition('rows.length > 1', scopes, AMPLE)).rejects.toMatchObject({
    message: expect.stringContaining('$count(rows)'),
  });
  expect(await evaluator.evaluateCondition('$count(rows) > 1', scopes, AMPLE)).toBe(true);
});

test.each(['', 'a {{index}}', '{{index}} > {{total}}'])(
  'the condition "%s" is refused because it is not one expression',
  async condition => {
    await expect(evaluator.evaluateCondition(condition, scopes, AMPLE)).rejects.toMatchObject({
      kind: 'invalid-params',
    });
  },
);

test('the evaluator answers many expressions at once, each with its own result', async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `{{ $string(${index}) & user }}`);
  expect(await Promise.all(texts.map(textOf))).toEqual(texts.map((_, index) => `${index}ann`));
});
