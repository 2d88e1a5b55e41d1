import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberedKeys, readShard, shardPlaces } from '../../../model/run/shard.ts';

const durations = fc.array(fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined }), { maxLength: 60 });
const count = fc.integer({ min: 1, max: 9 });
const partsOf = (items: readonly (number | undefined)[], parts: number) =>
  Array.from({ length: parts }, (_, index) => shardPlaces(items, { index: index + 1, count: parts }));

describe('shards', () => {
  it('the parts of a run hold every item once, each in the order of the run, whatever is known of durations', () => {
    fc.assert(
      fc.property(durations, count, (items, parts) => {
        const places = partsOf(items, parts);
        expect(places.flat().sort((left, right) => left - right)).toEqual(items.map((_, place) => place));
        for (const part of places) expect(part).toEqual([...part].sort((left, right) => left - right));
      }),
    );
  });

  it('without durations the parts differ by one item at most, and neighbours stay together', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 200 }), count, (length, parts) => {
        const places = partsOf(Array.from({ length }), parts);
        const sizes = places.map(part => part.length);
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
        expect(places.flat()).toEqual(Array.from({ length }, (_, place) => place));
      }),
    );
  });

  it('with durations no part takes longer than the average and the longest item together', () => {
    const known = fc.array(fc.integer({ min: 0, max: 60_000 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(known, count, (items, parts) => {
        const total = (places: readonly number[]) => places.reduce((sum, place) => sum + (items[place] ?? 0), 0);
        const longest = Math.max(...partsOf(items, parts).map(total));
        const average = items.reduce((sum, ms) => sum + ms, 0) / parts;
        expect(longest).toBeLessThanOrEqual(average + Math.max(...items));
      }),
    );
  });

  it('one long item and two short ones that take as long become two parts by their durations', () => {
    expect(partsOf([4_000, 2_000, 2_000], 2)).toEqual([[0], [1, 2]]);
    expect(partsOf([1_000, undefined, 9_000, undefined], 2)).toEqual([[2], [0, 1, 3]]);
  });

  it('what runs several times has a key of its own for each time', () => {
    expect(numberedKeys(['t1', 't2', 't1', 't1'])).toEqual(['t1', 't2', 't1#2', 't1#3']);
  });

  it.each([
    ['1/1', { index: 1, count: 1 }],
    [' 2/3 ', { index: 2, count: 3 }],
    ['0/3', undefined],
    ['4/3', undefined],
    ['1/0', undefined],
    ['1', undefined],
    ['1/2/3', undefined],
    ['1/9999', undefined],
  ])('the text "%s" means the shard %j', (text, shard) => {
    expect(readShard(text)).toEqual(shard);
  });
});
