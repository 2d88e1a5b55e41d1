/** Everything that the page knows. One object, never changed in place; the address of the page is not in it. */
import type { z } from 'zod';
import type { ModuleCode, ProjectId, TestCode, VersionId } from '../../model/names/codes.ts';
import type { AppView, IdeId, ProjectEntry, RecordingView, RunView } from '../../model/protocol/channel/channel.ts';
import type { OpenTest, ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';
import type { ActionResult } from '../../model/run/run.ts';
import type { Edit, EditedVersion } from './edits.ts';
import type { FirstSteps } from './first-steps.ts';
import { NO_FILTER, type RunFilter } from './result-filter.ts';
import type { RowChoice } from './row-choice.ts';
import type { BreakpointEntry, FeatureEntry, FeatureFault, LastResult } from './tool-replies.ts';

type PageSignIn =
  | { phase: 'checking' }
  | { phase: 'signed-in' }
  /** `problem` says why the last code did not work, or why the page is not signed in any more. */
  | { phase: 'signed-out'; by: 'code' | 'password'; problem?: string };

type Connection =
  | { phase: 'connecting' }
  | { phase: 'open' }
  /** Times are those of the page's clock. */
  | { phase: 'lost'; lostAt: number; retryAt: number };

/** What was asked for once and is there, or is not. */
export type Loaded<Value> =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string }
  | { phase: 'ready'; value: Value };

export interface FollowedProject {
  projectId: ProjectId;
  /** As asked for; left out: the default version. */
  versionId?: VersionId;
  snapshot: Loaded<ProjectSnapshot>;
}

/** A test whose actions the page follows, as of the edit with that number. */
export type FollowedTest = Loaded<{ test: OpenTest; sequence: number }>;

export interface PageRunResults {
  runId?: string;
  /** Counts what was told of runs, so that those who show one whole read it again. */
  news: number;
  /** By run: how often a stored one was changed. */
  changed: Readonly<Record<string, number>>;
  /** By test and action. */
  actions: Readonly<Record<string, Readonly<Record<string, ActionResult>>>>;
  /** How each test ended the last time it ran. */
  tests: Readonly<Record<string, string>>;
  /** Of the tests that were looked at, how they went the last time, and why they failed. */
  last: Readonly<Record<string, LastResult>>;
  /** The tests of which the last run has begun actions. */
  begun: Readonly<Record<string, true>>;
  /** How each step of a scenario ended in the run: of all example rows the worst. */
  steps: Readonly<Record<string, Readonly<Record<number, string>>>>;
  scenarios: Readonly<Record<string, string>>;
  /** Of outlines, by the position of the example row. */
  rows: Readonly<Record<string, Readonly<Record<number, string>>>>;
  /** `scenario` without the example row that it is in. */
  stepUnderWay?: (StepPlace & { row: string }) | undefined;
}

export interface StepPlace {
  scenario: string;
  index: number;
}

export interface LinkReview {
  moduleCode: ModuleCode;
  testCode: TestCode;
  text: string;
  /** Those that go with it; undefined: all red ones that differ from it in values alone. */
  also?: readonly string[] | undefined;
  /** What is said already. */
  parameters?: Readonly<Record<string, string>> | undefined;
  /** For each value of the text the parameter that takes it, '' for none. */
  valuesTo?: readonly string[] | undefined;
}

interface CheckOffer {
  moduleCode: ModuleCode;
  testCode: TestCode;
  fields: { type: string } & Record<string, unknown>;
  /** The action before which it comes; undefined at the end of the test. */
  before: string | undefined;
}

/** What a person has written and not saved, on the text of which revision. */
export interface UnsavedText {
  text: string;
  base: string;
}

export interface FeatureText {
  stored: Loaded<{ revision: string; text: string }>;
  mine?: UnsavedText;
  /** Why what was written cannot be saved. */
  faults?: readonly FeatureFault[] | undefined;
  /** Saving was tried in vain. */
  isRefused?: boolean;
  isSaving?: boolean;
}

/** A question that has to be answered before something is done. */
export type Confirmation =
  /** `message`: what becomes of those who use their tests. */
  | { kind: 'delete-modules'; codes: readonly string[]; tests: number; message?: string }
  | { kind: 'delete-used'; codes: readonly string[]; message: string };

/** Where the focus is: the tree and the list of actions each have an item of their own. */
export type FocusArea = 'tree' | 'actions' | 'elsewhere';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export interface View {
  theme: Theme;
  isTreeShown: boolean;
  isDrawerShown: boolean;
  /** Keys without Ctrl or Cmd. */
  areSingleKeysOn: boolean;
  focusArea: FocusArea;
  /** The item of the tree that has the focus. */
  treeFocus?: string;
  /** Modules and tests that are chosen together, and what was shown then. */
  treeChoice?: { shown: string | undefined; codes: readonly string[] } | undefined;
  runFilter: RunFilter;
  /** What a feature is to be called and where it is: a new one, or one by its code. */
  naming?: { feature?: string } | undefined;
  /** The feature or scenario for which a suite is asked. */
  addingToSuite?: string | undefined;
  /** The feature whose text gets the focus as soon as it is shown. */
  textFocus?: string | undefined;
  /** What has been typed for a field that is still to come, and how that ended. */
  typedAhead?: { text: string; end?: 'Enter' | 'Escape' } | undefined;
  droppedFiles?: readonly File[] | undefined;
  /** The step that has the focus. */
  stepFocus?: StepPlace | undefined;
  /** The step for which a test is chosen. */
  linking?: StepPlace | undefined;
  /** A link of several texts that is looked at before it is made. */
  reviewing?: LinkReview | undefined;
  /** Modules and tests for which a place is asked. */
  moving?: readonly string[];
  /** Tests come from a file into a module, or a test goes into one. */
  exchange?: { into: string | undefined } | { testCode: string };
  renaming?: string;
  editing?: string;
  /** A click in the live view asks what to do with the element there. */
  isPointing?: boolean;
  /** The action before which another one is to come: its kind is asked for. */
  insertBefore?: string | undefined;
  /** A check with which the recording that was stopped can end. */
  checkOffer?: CheckOffer | undefined;
  /** More than one row. */
  rowChoice?: RowChoice;
  /** The row whose moment is looked at, as `test/action`; none: the live page. */
  momentOf?: string | undefined;
  /** The request that opens as soon as a moment with it is shown. */
  requestToShow?: { method: string; url: string } | undefined;
  /** Actions that were copied or cut, as text. */
  copied?: string;
  pointEdited?: string;
  question?: Confirmation;
  dialog?: 'search' | 'keys' | undefined;
  /** What is open or folded, by project, version and part of the screen. */
  keptCodes: Readonly<Record<string, readonly string[]>>;
  /** Shares of the width or height, in percent, by project and arrangement. */
  paneSizes: Readonly<Record<string, readonly number[]>>;
  /** When the feature server of a project was found to work, and with which settings. */
  checkedServers: Readonly<Record<string, { at: string; settings: string }>>;
  /** Chosen for runs, by project. */
  environments: Readonly<Record<string, string>>;
  /** Chosen for runs, by project. */
  runHow: Readonly<Record<string, RunHow>>;
  /** The suite to which something was added last, by project. */
  lastSuites: Readonly<Record<string, string>>;
  /** By project; those that nobody began here have none. */
  firstSteps: Readonly<Record<string, FirstSteps>>;
}

/** How runs are to go; what is left out is as the project has it. */
export interface RunHow {
  workers?: number | undefined;
  retries?: number | undefined;
  repeatEach?: number | undefined;
}

/** What was changed elsewhere a moment ago, and by whom. */
export type Marks = Readonly<Record<string, { by: string; until: number }>>;

export interface IdeState {
  signIn: PageSignIn;
  connection: Connection;
  ideId?: IdeId;
  release?: string;
  projects: readonly z.infer<typeof ProjectEntry>[];
  startProject?: string;
  project?: FollowedProject;
  tests: Readonly<Record<string, FollowedTest>>;
  run: RunView;
  /** Others under way, in the order in which they began. */
  otherRuns: readonly RunView[];
  app: AppView;
  recording: RecordingView;
  /** Counts what may have changed the picture of the app window. */
  appChanges: number;
  results: PageRunResults;
  /** Those that the service has not confirmed. */
  edits: readonly Edit[];
  /** The edit that undo would take back, whoever made it; unknown until something is edited. */
  undoable?: { by: string; title: string } | undefined;
  marks: Marks;
  breakpoints: readonly BreakpointEntry[];
  features: Loaded<readonly FeatureEntry[]>;
  /** When they last came from the feature server, as an ISO time. */
  lastSync?: string | undefined;
  /** By project, version and feature; those that are not saved outlast their project being shown. */
  texts: Readonly<Record<string, FeatureText>>;
  /** Tools that this service does not have. */
  unknownTools: ReadonlySet<string>;
  view: View;
}

const NO_RUN: RunView = { state: 'idle', done: 0, total: 0, elapsedMs: 0 };

export const initialState = (view: View): IdeState => ({
  signIn: { phase: 'checking' },
  connection: { phase: 'connecting' },
  projects: [],
  tests: {},
  run: NO_RUN,
  otherRuns: [],
  app: { isOpen: false },
  recording: { isOn: false, count: 0 },
  appChanges: 0,
  results: { news: 0, changed: {}, actions: {}, tests: {}, last: {}, begun: {}, steps: {}, scenarios: {}, rows: {} },
  edits: [],
  marks: {},
  breakpoints: [],
  features: { phase: 'loading' },
  texts: {},
  unknownTools: new Set(),
  view,
});

/** What belongs to a project and goes when another one is followed. */
export const emptyProject = (): Pick<
  IdeState,
  'tests' | 'run' | 'app' | 'results' | 'marks' | 'breakpoints' | 'features' | 'lastSync' | 'undoable'
> => {
  const { tests, run, app, results, marks, breakpoints, features } = initialState(EMPTY_VIEW);
  return { tests, run, app, results, marks, breakpoints, features, lastSync: undefined, undoable: undefined };
};

export const EMPTY_VIEW: View = {
  theme: 'auto',
  isTreeShown: true,
  isDrawerShown: false,
  areSingleKeysOn: true,
  focusArea: 'elsewhere',
  runFilter: NO_FILTER,
  keptCodes: {},
  paneSizes: {},
  checkedServers: {},
  environments: {},
  runHow: {},
  lastSuites: {},
  firstSteps: {},
};

export const snapshotOf = (state: IdeState): ProjectSnapshot | undefined =>
  state.project?.snapshot.phase === 'ready' ? state.project.snapshot.value : undefined;

export function openTestOf(state: IdeState, testCode: string | undefined): OpenTest | undefined {
  const followed = testCode === undefined ? undefined : state.tests[testCode];
  return followed?.phase === 'ready' ? followed.value.test : undefined;
}

/** Where changes of the project that is shown belong; undefined until it is there. */
export function whereShown({ project }: IdeState): EditedVersion | undefined {
  if (project?.snapshot.phase !== 'ready') return undefined;
  return { projectId: project.projectId, versionId: project.snapshot.value.versionId };
}
