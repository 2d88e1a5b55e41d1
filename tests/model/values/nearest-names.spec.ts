import { expect, test } from 'vitest';
import { nearestNames } from '../../../model/values/nearest-names.ts';

test('puts the names most like the wanted one first', () => {
  expect(nearestNames('usr', ['total', 'password', 'user', 'User2'])).toEqual(['user', 'User2', 'total', 'password']);
});

test('counts a dotted name by its last part too', () => {
  expect(nearestNames('token', ['tone', 'secret.token'])).toEqual(['secret.token', 'tone']);
});

test('tells no more than the limit, and copes with very long names', () => {
  expect(nearestNames('a', ['a', 'b', 'c'], 2)).toEqual(['a', 'b']);
  expect(nearestNames('x'.repeat(1_000_000), ['y'.repeat(1_000_000)])).toHaveLength(1);
});
