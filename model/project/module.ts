import { z } from 'zod';
import { ModuleCode, TestCode } from '../names/codes.ts';
import { Comment, DataValues, Name } from '../names/names.ts';
import { Test } from './test.ts';

/** A module's file: what it is, where it stands, and its tests in their order. */
export const Module = z.strictObject({
  format: z.literal(1),
  moduleCode: ModuleCode,
  name: Name,
  comment: Comment.optional(),
  parentModule: ModuleCode.optional(),
  /** Rank among its siblings; any number, so that a move changes one file only. */
  rank: z.number(),
  data: DataValues.optional(),
  before: TestCode.optional(),
  after: TestCode.optional(),
  tests: z.array(Test).max(10_000),
});
export type Module = z.infer<typeof Module>;

/** The tests that run around another one. */
export interface Hooks {
  before?: TestCode | undefined;
  after?: TestCode | undefined;
}

/** What a module runs around one of its tests. A test that is itself a hook of its module runs alone. */
export const hooksAround = ({ before, after }: Module, testCode: TestCode): Hooks =>
  testCode === before || testCode === after ? {} : { before, after };

/** The part in which two states of a list differ. */
interface ChangedSpan<Item> {
  /** Position at which it begins in both. */
  start: number;
  before: readonly Item[];
  after: readonly Item[];
}

/** What is between the equal beginning and the equal end of two lists. An edit of a long list leaves a short span. */
export function changedSpan<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item | undefined, other: Item | undefined) => boolean = Object.is,
): ChangedSpan<Item> {
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && isSame(before[start], after[start])) start += 1;
  let equalAtEnd = 0;
  while (equalAtEnd < shorter - start && isSame(before.at(-1 - equalAtEnd), after.at(-1 - equalAtEnd))) equalAtEnd += 1;
  return {
    start,
    before: before.slice(start, before.length - equalAtEnd),
    after: after.slice(start, after.length - equalAtEnd),
  };
}
