/** What the page can show: the types of its places. Each has an address, which `Screens` reads and writes. */
import type { z } from 'zod';
import type { ActionId, ModuleCode, ProjectId, TestCode, VersionId } from '../../model/names/codes.ts';
import { IdeTab } from '../../model/protocol/channel/selection.ts';

/** In the order of the header. */
export const ProjectTab = IdeTab.exclude(['projects']);
export type ProjectTab = z.infer<typeof ProjectTab>;

export type FeaturesShown = 'red' | 'failed';
export type TestsShown = 'failed' | 'never-run';

export interface FeatureFilter {
  /** Words of names, codes and issue keys; with an @, a tag expression. */
  text: string;
  shown: 'all' | FeaturesShown;
}

/** More than anybody types to find something. */
export const LONGEST_FILTER = 300;

export const COMMON_DIALOGS = ['files', 'new-version', 'rename-version', 'compare-versions', 'copy-tests'] as const;
export type CommonDialog = (typeof COMMON_DIALOGS)[number];

export const isCommonDialog = (name: string | undefined): boolean => COMMON_DIALOGS.some(one => one === name);

/** In the order in which they are shown. */
export const TEST_PARTS = ['parameters', 'data', 'actors', 'browser', 'failures', 'details'] as const;
export type TestPart = (typeof TEST_PARTS)[number];

export interface ProjectPlace {
  tab: ProjectTab;
  projectId: ProjectId;
  /** Left out: the default version. Addresses have `-` for it. */
  versionId?: VersionId;
  moduleId?: ModuleCode;
  testId?: TestCode;
  actionId?: ActionId;
  feature?: string;
  scenario?: string;
  view?: 'text' | 'examples';
  filter?: string;
  shown?: FeaturesShown | TestsShown;
  /** The linking desk instead of a feature. */
  isLinking?: boolean;
  dialog?: 'import' | 'push' | 'upload' | 'picture' | 'pictures' | CommonDialog;
  /** The version to compare with. */
  with?: VersionId | undefined;
  file?: string | undefined;
  part?: TestPart | undefined;
  runId?: string;
  /** The chosen node of the run, e.g. `2.3.1`. */
  step?: string;
  /** The report instead of the execution. */
  isReport?: boolean;
  /** The run to compare the report with. */
  compare?: string | undefined;
  section?: string;
  ci?: CIChoice;
}

/** A suite, or codes of modules, tests, features and scenarios; neither: everything. */
export interface CIChoice {
  suite?: string | undefined;
  codes?: readonly string[] | undefined;
  tags?: string | undefined;
  environment?: string | undefined;
}

export type ProjectsDialog = 'new' | 'open';

interface ProjectsPlace {
  tab: 'projects';
  dialog?: ProjectsDialog | undefined;
}

/** `start` is the bare address, from where the page goes on to a project. */
export type Place = { tab: 'start' } | ProjectsPlace | { tab: 'unknown' } | ProjectPlace;

export const isInProject = (place: Place): place is ProjectPlace => 'projectId' in place;
