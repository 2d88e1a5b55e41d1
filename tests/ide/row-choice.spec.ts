import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeBefore } from '../../ide/app/row-choice.ts';

const anyList = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 1 });

test('dropped rows come together at their new place, and the others keep their order', () => {
  fc.assert(
    fc.property(anyList, fc.subarray([...'abcdefgh']), fc.nat({ max: 8 }), (order, some, place) => {
      const before = Math.min(place, order.length);
      const keys = some.filter(key => order.includes(key));
      const to = placeBefore(order, keys, before);
      const isMoved = (key: string) => keys.includes(key);
      const moved = order.filter(isMoved);
      const after = to === undefined ? order : order.filter(key => !isMoved(key)).toSpliced(to, 0, ...moved);
      const ahead = order.slice(0, before).filter(key => !isMoved(key));
      const behind = order.slice(before).filter(key => !isMoved(key));
      expect(after).toEqual([...ahead, ...moved, ...behind]);
    }),
  );
});

test('rows dropped where they already are do not move', () => {
  expect(placeBefore(['a', 'b', 'c'], ['a', 'b'], 2)).toBeUndefined();
  expect(placeBefore(['a', 'b', 'c'], ['b'], 1)).toBeUndefined();
});
