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
