import { z } from 'zod';
import { Action } from '../../actions/index.ts';
import { EnvironmentCode, FeatureCode, ModuleCode, Name, ProjectId, TestCode, VersionId } from '../../names/codes.ts';
import { TestActors } from '../../project/actor.ts';
import { FailOn } from '../../project/fail-on.ts';
import { FEATURE_SOURCES } from '../../project/features-file.ts';
import { Link } from '../../project/link.ts';
import { TestParameter, TestType } from '../../project/test.ts';
import { TestBrowser } from '../../project/test-browser.ts';

export const ModuleHeader = z.strictObject({
  moduleCode: ModuleCode,
  name: z.string(),
  comment: z.string().optional(),
  parentModule: ModuleCode.optional(),
  /** Lower ranks come first. */
  rank: z.number(),
  before: TestCode.optional(),
  after: TestCode.optional(),
  tests: z.array(TestCode),
});
export type ModuleHeader = z.infer<typeof ModuleHeader>;

export const TestHeader = z.strictObject({
  testCode: TestCode,
  moduleCode: ModuleCode,
  name: z.string(),
  type: TestType,
  comment: z.string().optional(),
  tags: z.array(z.string()).optional(),
  skip: z.boolean().optional(),
  role: z.string().optional(),
  app: z.string().optional(),
  parameters: z.array(TestParameter).optional(),
  hasData: z.boolean().optional(),
  actors: TestActors.optional(),
  browser: TestBrowser.optional(),
  failOn: FailOn.optional(),
  actionCount: z.number().int(),
  leftOut: z.number().int().optional(),
  plugs: z.array(TestCode).optional(),
});
export type TestHeader = z.infer<typeof TestHeader>;

export const ProjectHeader = z.strictObject({
  projectId: ProjectId,
  name: z.string(),
  appUrl: z.string().optional(),
  defaultVersion: VersionId,
  defaultEnvironment: Name.optional(),
});
export type ProjectHeader = z.infer<typeof ProjectHeader>;

export const VersionHeader = z.strictObject({ versionId: VersionId, name: z.string() });
export type VersionHeader = z.infer<typeof VersionHeader>;

export const EnvironmentHeader = z.strictObject({ environmentCode: EnvironmentCode, name: z.string() });
export type EnvironmentHeader = z.infer<typeof EnvironmentHeader>;

/** The page reads the content itself when the revision changes. */
export const FeatureHeader = z.strictObject({
  revision: z.string(),
  /** Missing as long as nobody has asked for the features. */
  featureCode: FeatureCode.optional(),
  source: z.enum(FEATURE_SOURCES).optional(),
  /** Removed on the server. */
  removed: z.literal(true).optional(),
});
export type FeatureHeader = z.infer<typeof FeatureHeader>;

export const LinkHeader = Link.omit({ text: true });
export type LinkHeader = z.infer<typeof LinkHeader>;

/** A step may read `__proto__`, which `z.record` would leave out. */
const Links = z.custom<Record<string, LinkHeader>>(
  given =>
    typeof given === 'object' &&
    given !== null &&
    !Array.isArray(given) &&
    Object.values(given).every(link => LinkHeader.safeParse(link).success),
  'links by the texts of steps',
);

export const OpenTest = z.strictObject({
  testCode: TestCode,
  revision: z.string(),
  actions: z.array(Action),
});
export type OpenTest = z.infer<typeof OpenTest>;

/** Everything that a page holds of a version; patches keep it up to date. */
export const ProjectSnapshot = z.strictObject({
  project: ProjectHeader,
  versionId: VersionId,
  /** Number of the last edit in it. The next patch has the next number; after a gap the page reads again. */
  sequence: z.number().int(),
  versions: z.array(VersionHeader),
  environments: z.array(EnvironmentHeader),
  modules: z.record(z.string(), ModuleHeader),
  tests: z.record(z.string(), TestHeader),
  /** By path below `features/`. */
  features: z.record(z.string(), FeatureHeader),
  /** By text of the step. */
  links: Links,
  damaged: z.array(z.strictObject({ file: z.string(), message: z.string() })),
  readOnly: z.string().nullable(),
});
export type ProjectSnapshot = z.infer<typeof ProjectSnapshot>;

/**
 * One change of a snapshot, or of a test that the page has open (path `['open', testCode, …]`). Paths lead from the
 * outside in; `set` makes or replaces, `splice` replaces a range of a list.
 */
export const Patch = z.discriminatedUnion('op', [
  z.strictObject({ op: z.literal('set'), path: z.array(z.string()), value: z.unknown() }),
  z.strictObject({ op: z.literal('remove'), path: z.array(z.string()) }),
  z.strictObject({
    op: z.literal('splice'),
    path: z.array(z.string()),
    start: z.number().int(),
    removed: z.number().int(),
    added: z.array(z.unknown()),
  }),
]);
export type Patch = z.infer<typeof Patch>;
