// @module-tag full
import { describe, expect, it } from 'vitest';
import { ACTION_KINDS } from '../../../model/actions/index.ts';
import { readAction } from '../../../model/actions/read-action.ts';
import { isAppError } from '../../../model/errors/errors.ts';
import { ActionId } from '../../../model/names/codes.ts';
import { syntaxCheck } from '../../../server/process/syntax-check.ts';
import { createToolRegistry } from '../../../server/tools/index.ts';

/** What zod says by itself; a sentence of ours names what would work instead. */
const RAW =
  /too big|too small|invalid (?!regular|or unexpected)|expected (a )?\w+ to|received|unrecognized|must match pattern|multiple of/i;

const LONG = 'x'.repeat(60_000);
const WRONG: readonly unknown[] = [
  ...[1e12, -1e12, 1.5, Number.MAX_SAFE_INTEGER, true, null, '', ' ', LONG, '\u0000', 'no-such', '../..', 'a\nb'],
  ...[[], {}, [1], [LONG], [''], [null], [[]], [{}], { x: 1 }, { [LONG]: '' }, { '': '' }, { x: LONG }, { x: null }],
  ...[Array.from({ length: 2_000 }, () => 'x'), Array.from({ length: 2_000 }, () => ({}))],
  ...['http://', 'ftp://x', '2026-99-99', '@', '{{', '/(/'],
];

function refusals(check: () => unknown): string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!isAppError(error)) throw error;
    return [error.message, ...(error.detail.expected === undefined ? [] : [error.detail.expected])];
  }
}

const rawIn = (texts: readonly string[]) =>
  [...new Set(texts.map(text => text.slice(0, 200)))].filter(text => RAW.test(text));

describe('what is wrong with an argument is told in plain words', () => {
  it.each([...createToolRegistry().values()].map(tool => [tool.name, tool] as const))('by %s', (_name, tool) => {
    const [example = {}] = tool.examples;
    const given = [
      ...WRONG,
      { noSuchArgument: 1 },
      ...Object.keys(tool.input.shape).flatMap(name => WRONG.map(wrong => ({ ...example, [name]: wrong }))),
      ...Object.keys(tool.input.shape).flatMap(name => inner(example, name)),
    ];
    const told = given.flatMap(args => refusals(() => tool.check(args)));
    expect(rawIn(told)).toEqual([]);
    expect(told.length).toBeGreaterThan(0);
  });

  it.each(Object.values(ACTION_KINDS).map(kind => [kind.type, kind] as const))(
    'of an action of type %s',
    (type, kind) => {
      const options = { actionId: ActionId.parse('a1'), syntax: syntaxCheck };
      const given = kind.fieldNames.flatMap(name => WRONG.map(wrong => ({ type, [name]: wrong })));
      const told = given.flatMap(fields => refusals(() => readAction(fields, options)));
      expect(rawIn(told)).toEqual([]);
    },
  );
});

/** The example with something wrong one level further in. */
function inner(example: Readonly<Record<string, unknown>>, name: string): object[] {
  const value = example[name];
  if (Array.isArray(value))
    return WRONG.flatMap(wrong =>
      value
        .slice(0, 1)
        .flatMap(item => wrongParts(item, wrong))
        .map(item => ({ ...example, [name]: [item] })),
    );
  return WRONG.flatMap(wrong => wrongParts(value, wrong).map(part => ({ ...example, [name]: part })));
}

const wrongParts = (value: unknown, wrong: unknown): object[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.keys(value).map(key => ({ ...value, [key]: wrong }))
    : [];
