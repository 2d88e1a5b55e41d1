/** What the page can show: the types of its places. Each has an address, which `Screens` reads and writes. */
import type { z } from 'zod';
import type { ActionId, ModuleCode, ProjectId, TestCode, VersionId } from '../../model/names/codes.ts';
import { IdeTab } from '../../model/protocol/channel/selection.ts';

/** Tabs of a project: each is a screen. The header has them in this order. */
export const ProjectTab = IdeTab.exclude(['projects']);
export type ProjectTab = z.infer<typeof ProjectTab>;

/** Which scenarios are shown, where not all are. */
export type FeaturesShown = 'red' | 'failed';

export interface FeatureFilter {
  /** Words of names, codes and issue keys; with an @ in it, an expression of tags. */
  text: string;
  shown: 'all' | FeaturesShown;
}

/** More than anybody types to find something. */
export const LONGEST_FILTER = 300;

/** What may be open above every tab. */
export const COMMON_DIALOGS = ['files', 'new-version', 'rename-version', 'compare-versions', 'copy-tests'] as const;
export type CommonDialog = (typeof COMMON_DIALOGS)[number];

export const isCommonDialog = (name: string | undefined): boolean => COMMON_DIALOGS.some(one => one === name);

/** What is shown of a test above its actions. */
export type TestPart = 'parameters' | 'data' | 'details';

/** A place in a project. */
export interface ProjectPlace {
  tab: ProjectTab;
  projectId: ProjectId;
  /** Left out: the default version, whichever that is. Addresses have `-` for it. */
  versionId?: VersionId;
  moduleId?: ModuleCode;
  testId?: TestCode;
  actionId?: ActionId;
  feature?: string;
  scenario?: string;
  view?: 'text' | 'examples';
  /** By which features are found: words, or with an @ in it an expression of tags. */
  filter?: string;
  shown?: FeaturesShown;
  /** The desk where red steps are linked, instead of a feature. */
  isLinking?: boolean;
  dialog?: 'import' | 'push' | 'upload' | 'picture' | CommonDialog;
  /** The version that the one shown is held against. */
  with?: VersionId | undefined;
  /** The file that is shown of those of the project. */
  file?: string | undefined;
  part?: TestPart | undefined;
  runId?: string;
  /** What of the run is chosen, e.g. `2.3.1`. */
  step?: string;
  /** Its report rather than how it went. */
  isReport?: boolean;
  /** The run that its report is held against. */
  compare?: string | undefined;
  section?: string;
  /** What a script of CI is made for. */
  ci?: CIChoice;
}

/** Named by an address of CI: a suite, or codes of modules, tests, features and scenarios; neither: everything. */
export interface CIChoice {
  suite?: string | undefined;
  codes?: readonly string[] | undefined;
  tags?: string | undefined;
  environment?: string | undefined;
}

export type ProjectsDialog = 'new' | 'open';

/** The projects of the workspace. */
interface ProjectsPlace {
  tab: 'projects';
  /** Whether a project is being made, or opened from another folder. */
  dialog?: ProjectsDialog | undefined;
}

/** What an address shows. `start` is the bare address, from where the page goes on to a project. */
export type Place = { tab: 'start' } | ProjectsPlace | { tab: 'unknown' } | ProjectPlace;

export const isInProject = (place: Place): place is ProjectPlace => 'projectId' in place;
