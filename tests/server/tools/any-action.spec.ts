// @module-tag full
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ERRORS } from '../../../model/errors/errors.ts';
import { fieldPath } from '../../../model/errors/explain-issues.ts';
import { ActionReply, type Author } from '../../support/author.ts';
import { closedShop } from '../../support/reopened-shop.ts';
import { actionInput } from './action-input-arbitrary.ts';

const place = { moduleCode: 'm1', testCode: 't1' };
/** One of each answer, then the same inputs each time: what fails here fails everywhere. */
const EXAMPLES: Readonly<Record<string, object>> = {
  stored: { ...place, type: 'reload' },
  'invalid-params': { ...place, type: 'click' },
  'invalid-request': { ...place, type: 'select', values: { constructor: 1 } },
  'invalid-project': { ...place, type: 'plugTest', test: 't1' },
  'not-found': { ...place, type: 'plugTest', test: 't9' },
  conflict: { ...place, type: 'reload', ifRevision: 'stale' },
  forbidden: { ...place, type: 'reload', projectId: 'other' },
};
const INPUTS = {
  examples: Object.values(EXAMPLES).map((input): [unknown] => [input]),
  seed: Number(process.env.STEPLOOM_SEED ?? 1),
  numRuns: 500,
};

const Answer = z.object({
  result: z.object({ content: z.tuple([z.object({ text: z.string() })]) }).optional(),
  error: z
    .object({
      code: z.number(),
      message: z.string(),
      data: z.looseObject({ reason: z.string(), field: z.string().optional() }),
    })
    .optional(),
});
type Failure = NonNullable<z.infer<typeof Answer>['error']>;
const Created = z.object({ action: ActionReply });

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The paths of a value and of all its parts, as errors write them. */
function pathsOf(value: unknown, root = ''): string[] {
  if (!isObject(value)) return [root];
  const parts = Object.entries(value).map(([key, part]) => ({ key: Array.isArray(value) ? Number(key) : key, part }));
  return [root, ...parts.flatMap(({ key, part }) => pathsOf(part, fieldPath(root, [key])))];
}

function expectGoodError({ code, message, data }: Failure, input: unknown): void {
  const row = Object.entries(ERRORS).find(([kind]) => kind === data.reason)?.[1];
  expect(row?.code).toBe(code);
  expect(data.reason).not.toBe('internal');
  expect(message).toMatch(/^.{10,}[.?]$/su);
  if (data.reason === 'invalid-request') return;
  const { field } = data;
  if (field === undefined) throw new Error(`No field: ${message}`);
  const paths = new Set(pathsOf(input));
  if (paths.has(field)) return;
  // What is missing is named with the part that it is missing in.
  expect(message).toMatch(/is missing|needs/);
  expect([...paths].map(path => (path === '' ? field : `${path}.`)).some(path => field.startsWith(path))).toBe(true);
}

/** Whether a stored value is what was given; numbers may be stored as text, one value as a list. */
function isSame(stored: unknown, given: unknown): boolean {
  if (isDeepStrictEqual(stored, given)) return true;
  if (typeof given === 'number') return stored === String(given) || isDeepStrictEqual(stored, [String(given)]);
  if (typeof given === 'string') return isDeepStrictEqual(stored, [given]) || `m1.${stored}` === given;
  if (isObject(given) && stored === JSON.stringify(given)) return true;
  if (!isObject(given) || !isObject(stored)) return false;
  const names = Object.keys(given);
  return (
    Object.keys(stored).length === names.length &&
    names.every(name => isSame(Reflect.get(stored, name), Reflect.get(given, name)))
  );
}

const AROUND = ['moduleCode', 'testCode', 'versionId', 'projectId', 'actionIndex', 'ifRevision', 'idempotencyKey'];

function expectWhatWasGiven(action: object, input: unknown): void {
  const given = Object.entries(isObject(input) ? input : {}).filter(
    ([name, value]) => value !== null && !AROUND.includes(name),
  );
  const { actionId: _id, actionIndex: _index, ...stored } = z.looseObject({}).parse(action);
  expect(isSame(stored, Object.fromEntries(given)), `${JSON.stringify(stored)} for ${JSON.stringify(input)}`).toBe(
    true,
  );
}

describe('createAction, whatever comes in', () => {
  it('createAction stores any input exactly as given, or says what is wrong and stores nothing', async () => {
    await using shop = await closedShop(async author => {
      await author.module('A');
      await author.test('m1', 'One');
      await author.test('m1', 'Two');
    });
    const file = join(shop.folder, 'versions/main/modules/m1.json');
    const all = async (author: Author) =>
      (await author.client.call('getActions', { ...place, limit: 1_000 }, z.object({ actions: z.array(ActionReply) })))
        .actions;
    const answers = new Set<string>();
    let stored: unknown[] = [];
    {
      await using opened = await shop.open();
      const { author } = opened;
      const check = async (input: unknown): Promise<void> => {
        const before = await readFile(file, 'utf8');
        const response = await author.client.post({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: { name: 'createAction', arguments: input },
        });
        const { result, error } = Answer.parse(await response.json());
        answers.add(error?.data.reason ?? 'stored');
        if (error !== undefined) {
          expectGoodError(error, input);
          expect(await readFile(file, 'utf8')).toBe(before);
          return;
        }
        const { action } = Created.parse(JSON.parse(result?.content[0].text ?? ''));
        expectWhatWasGiven(action, input);
        stored = await all(author);
        expect(stored[action.actionIndex]).toEqual(action);
      };
      await fc.assert(fc.asyncProperty(actionInput, check), INPUTS);
    }
    await using again = await shop.open();
    expect(again.closedBecause).toBeUndefined();
    expect(await all(again.author)).toEqual(stored);
    expect([...answers].sort()).toEqual(Object.keys(EXAMPLES).sort());
    expect(stored.length).toBeGreaterThan(INPUTS.numRuns / 10);
  });
});
