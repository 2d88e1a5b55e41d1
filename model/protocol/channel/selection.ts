import { z } from 'zod';
import { ActionId, ModuleCode, ProjectId, TestCode, VersionId } from '../../names/codes.ts';

/** Part of the page's addresses. */
const IDE_TABS = ['projects', 'modules', 'features', 'runs', 'health', 'live', 'ci', 'settings'] as const;
export const IdeTab = z.enum(IDE_TABS);
export type IdeTab = z.infer<typeof IdeTab>;

/** Codes of features are text: `f1`, `f1.s2`. */
export const IdeSelection = z.strictObject({
  moduleId: ModuleCode.optional(),
  testId: TestCode.optional(),
  actionId: ActionId.optional(),
  feature: z.string().max(100).optional(),
  scenario: z.string().max(100).optional(),
});
export type IdeSelection = z.infer<typeof IdeSelection>;

/** Sent by a page whenever it changes. */
export const IdeReport = z.strictObject({
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

export const IdeDestination = z.strictObject({
  projectId: ProjectId.optional(),
  versionId: VersionId.optional(),
  tab: IdeTab.optional(),
  selection: IdeSelection.optional(),
  path: z.string().max(8_000).optional(),
});
export type IdeDestination = z.infer<typeof IdeDestination>;
