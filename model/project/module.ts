import { z } from 'zod';
import { Comment, DataValues, ModuleCode, Name, TestCode } from '../names/codes.ts';
import { Test } from './test.ts';

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
