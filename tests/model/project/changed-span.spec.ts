import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changedSpan } from '../../../model/project/references.ts';

describe('changedSpan', () => {
  it('the span is the one item that was replaced', () => {
    expect(changedSpan(['a', 'b', 'c'], ['a', 'x', 'c'])).toEqual({ start: 1, before: ['b'], after: ['x'] });
  });

  it('the span is empty when both lists are the same', () => {
    expect(changedSpan(['a', 'b'], ['a', 'b'])).toEqual({ start: 2, before: [], after: [] });
  });

  it('no item counts both for the beginning and for the end', () => {
    expect(changedSpan(['a', 'a'], ['a', 'a', 'a'])).toEqual({ start: 2, before: [], after: ['a'] });
    expect(changedSpan(['a', 'a', 'a'], ['a'])).toEqual({ start: 1, before: ['a', 'a'], after: [] });
  });

  it('replacing the span turns one list into the other', () => {
    const list = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (before, after) => {
        const span = changedSpan(before, after);
        expect(before.toSpliced(span.start, span.before.length, ...span.after)).toEqual(after);
        expect(before.slice(span.start, span.start + span.before.length)).toEqual(span.before);
      }),
    );
  });

  it('a span never begins or ends with the same item on both sides', () => {
    const list = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(list, list, (before, after) => {
        const span = changedSpan(before, after);
        if (span.before.length === 0 || span.after.length === 0) return;
        expect(span.before[0]).not.toBe(span.after[0]);
        expect(span.before.at(-1)).not.toBe(span.after.at(-1));
      }),
    );
  });
});
