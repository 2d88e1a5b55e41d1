import type { Test } from './test.ts';

/**
 * Whether tests of two versions that have one code are the same test: versions count on by themselves after one was
 * made from the other, and give the same codes to different tests. One that was renamed still shares actions.
 */
export function isSameTest(one: Test, other: Test): boolean {
  if (one.name === other.name) return true;
  const actions = new Map(one.actions.map(action => [action.actionId, action]));
  return other.actions.some(action => {
    const like = actions.get(action.actionId);
    return like === action || (like !== undefined && JSON.stringify(like) === JSON.stringify(action));
  });
}
