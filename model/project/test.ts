import { z } from 'zod';
import { Action } from '../actions/index.ts';
import { Comment, DataValues, Name, Tag, TestCode, VariableName } from '../names/codes.ts';
import { TestActors } from './actor.ts';
import { FailOn } from './fail-on.ts';
import { TestBrowser } from './test-browser.ts';

const TEST_TYPES = ['web', 'api', 'suite'] as const;
export const SUITE_KINDS: readonly string[] = ['plugTest', 'plugScenario', 'plugFeature', 'plugTags', 'comment'];

export const TestType = z.enum(TEST_TYPES);
export type TestType = z.infer<typeof TestType>;

export const TestParameter = z.strictObject({
  name: VariableName,
  default: z.string().max(100_000).optional(),
  comment: Comment.optional(),
});
export type TestParameter = z.infer<typeof TestParameter>;

/** Rows run one after the other; `file` is below `files/`. */
export const TestData = z.union([
  z.strictObject({ rows: z.array(DataValues).max(10_000) }),
  z.strictObject({ file: z.string().min(1).max(500) }),
]);
export type TestData = z.infer<typeof TestData>;

export const Test = z.strictObject({
  testCode: TestCode,
  name: Name,
  type: TestType,
  comment: Comment.optional(),
  tags: z.array(Tag).max(100).optional(),
  skip: z.boolean().optional(),
  role: Name.optional(),
  actors: TestActors.optional(),
  app: VariableName.optional(),
  browser: TestBrowser.optional(),
  failOn: FailOn.optional(),
  parameters: z.array(TestParameter).max(200).optional(),
  data: TestData.optional(),
  actions: z.array(Action).max(10_000),
});
export type Test = z.infer<typeof Test>;

/** Whether it has results of its own: suites run others, and skipped tests do not run. */
export const isRunnable = ({ type, skip }: { type: TestType; skip?: boolean | undefined }): boolean =>
  type !== 'suite' && skip !== true;
