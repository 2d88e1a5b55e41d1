import fc from 'fast-check';
import { expect, test } from 'vitest';
import { movesTo } from '../../ide/app/row-choice.ts';

const anyList = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1 });

test('moves bring rows together to where they were dropped, and leave the order of the others', () => {
  fc.assert(
    fc.property(anyList, fc.subarray([...'abcdefgh']), fc.nat({ max: 8 }), (order, keys, place) => {
      const before = Math.min(place, order.length);
      const after = movesTo(order, keys, before).reduce(
        (list, { key, to }) => list.filter(other => other !== key).toSpliced(to, 0, key),
        [...order],
      );
      const isMoved = (key: string) => keys.includes(key);
      const ahead = order.slice(0, before).filter(key => !isMoved(key));
      const behind = order.slice(before).filter(key => !isMoved(key));
      expect(after).toEqual([...ahead, ...order.filter(isMoved), ...behind]);
    }),
  );
});

test('rows that stand where they were dropped are not moved at all', () => {
  expect(movesTo(['a', 'b', 'c'], ['a', 'b'], 2)).toEqual([]);
  expect(movesTo(['a', 'b', 'c'], ['b'], 1)).toEqual([]);
});
