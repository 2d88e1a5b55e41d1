import { z } from 'zod';
import { ActionId, ModuleCode, ProjectId, TestCode, VersionId } from '../../names/codes.ts';

/** The working areas of the page, as its addresses name them. */
const IDE_TABS = ['projects', 'modules', 'features', 'runs', 'health', 'live', 'ci', 'settings'] as const;
export const IdeTab = z.enum(IDE_TABS);
export type IdeTab = z.infer<typeof IdeTab>;

/** What is chosen in an IDE, or to be chosen. Codes of features are text: `f1`, `f1.s2`. */
export const IdeSelection = z.strictObject({
  moduleId: ModuleCode.optional(),
  testId: TestCode.optional(),
  actionId: ActionId.optional(),
  feature: z.string().max(100).optional(),
  scenario: z.string().max(100).optional(),
});
export type IdeSelection = z.infer<typeof IdeSelection>;

/** What a page says of itself, whenever it changes. */
export const IdeReport = z.strictObject({
  /** Its address, with path and search. */
  url: z.string().max(8_000),
  tab: IdeTab,
  projectId: ProjectId.optional(),
  versionId: VersionId.optional(),
  selection: IdeSelection,
  /** Code of the environment chosen for runs. */
  environment: z.string().max(200).optional(),
  isFocused: z.boolean(),
});
export type IdeReport = z.infer<typeof IdeReport>;

/** Where a page is asked to go: to a place in a project, or to an address of its own service. */
export const IdeDestination = z.strictObject({
  projectId: ProjectId.optional(),
  versionId: VersionId.optional(),
  tab: IdeTab.optional(),
  selection: IdeSelection.optional(),
  /** A path of the page with its search, instead of all the others. */
  path: z.string().max(8_000).optional(),
});
export type IdeDestination = z.infer<typeof IdeDestination>;
