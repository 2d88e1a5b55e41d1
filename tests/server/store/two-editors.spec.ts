import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { ToolError } from '../../support/running-steploom.ts';
import { openShop } from '../../support/shop.ts';

const RUNS = 15;
const place = { moduleCode: 'm1', testCode: 't1' };
const Listed = z.object({ actions: z.array(z.looseObject({ comment: z.string().optional() })), revision: z.string() });

/** Who does what: reads the test, or writes a comment into one of its actions as it was when they read it. */
const Step = fc.record({ who: fc.nat(1), index: fc.nat(2), does: fc.constantFrom('read', 'edit', 'edit') });

it('two editors of one test never overwrite what they have not read, and learn who changed it', async () => {
  await using shop = await openShop();
  const clients = [shop.author.client, (await shop.colleague()).client];
  await shop.author.module('A');
  const actions = ['reload', 'goBack', 'goForward'].map(type => ({ type }));
  await shop.author.test('m1', 'Shared', { actions });
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(Step, { maxLength: 12 }), async steps => {
      const read = (who: number) => clients[who]?.call('getActions', place, Listed) ?? expect.fail();
      const known = [await read(0), await read(1)];
      let { actions: current } = await read(0);
      let newest = known[0]?.revision;
      for (const { who, index, does } of steps) {
        if (does === 'read') {
          known[who] = await read(who);
          continue;
        }
        number += 1;
        const comment = `edit ${number}`;
        const args = { ...place, actionIndex: index, comment, ifRevision: known[who]?.revision };
        const failure = await clients[who]?.call('editAction', args, z.unknown()).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (known[who]?.revision === newest) {
          expect(failure).toBeUndefined();
          current = current.map((action, at) => (at === index ? { ...action, comment } : action));
          newest = (await read(who)).revision;
        } else {
          expect(failure).toBeInstanceOf(ToolError);
          const told = z.instanceof(ToolError).parse(failure);
          expect(told.data).toMatchObject({ reason: 'conflict', revision: newest });
          expect(told.message).toMatch(
            /^Test t1 was changed since you read it, last by write [12] \(editAction in t1\)/,
          );
        }
      }
      expect((await read(0)).actions.map(({ comment }) => comment)).toEqual(current.map(({ comment }) => comment));
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});
