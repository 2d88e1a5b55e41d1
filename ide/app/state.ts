/** All state of the page, never changed in place, except its address. */
import type { z } from 'zod';
import type { ModuleCode, ProjectId, TestCode, VersionId } from '../../model/names/codes.ts';
import type {
  AppView,
  IdeId,
  ProjectEntry,
  RecordingView,
  RunView,
  WindowView,
} from '../../model/protocol/channel/channel.ts';
import type { OpenTest, ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';
import type { ActionResult } from '../../model/run/run.ts';
import type { WatchedItem } from '../../model/run/watched-item.ts';
import type { Edit, EditedVersion, NewAction } from './edits.ts';
import type { FirstSteps } from './first-steps.ts';
import { NO_FILTER, type RunFilter } from './result-filter.ts';
import type { RowChoice } from './row-choice.ts';
import type { BreakpointEntry, FeatureEntry, FeatureFault, LastResult, PickedElement } from './tool-replies.ts';

type PageSignIn =
  | { phase: 'checking' }
  | { phase: 'signed-in' }
  /** `problem`: why the last code did not work, or why the page is not signed in any more. */
  | { phase: 'signed-out'; by: 'code' | 'password'; problem?: string };

type Connection =
  | { phase: 'connecting' }
  | { phase: 'open' }
  /** Times are those of the page's clock. */
  | { phase: 'lost'; lostAt: number; retryAt: number };

export type Loaded<Value> =
  | { phase: 'loading' }
  | { phase: 'failed'; message: string }
  | { phase: 'ready'; value: Value };

export interface FollowedProject {
  projectId: ProjectId;
  /** Left out: the default version. */
  versionId?: VersionId;
  snapshot: Loaded<ProjectSnapshot>;
}

/** `sequence`: the edit up to which the actions are current. */
export type FollowedTest = Loaded<{ test: OpenTest; sequence: number }>;

export interface PageRunResults {
  runId?: string;
  /** Counts events of runs, so that whoever shows a whole run reads it again. */
  news: number;
  /** By run: how often a stored one was changed. */
  changed: Readonly<Record<string, number>>;
  /** By test and action. */
  actions: Readonly<Record<string, Readonly<Record<string, ActionResult>>>>;
  /** How each test ended last, in whichever run. */
  tests: Readonly<Record<string, string>>;
  /** By the codes of tests and the keys of scenarios: the run of which the page was told their end. */
  endedIn: Readonly<Record<string, string>>;
  /** Last results, with reasons, of tests that were looked at. */
  last: Readonly<Record<string, LastResult>>;
  /** Tests whose actions the last run has begun. */
  begun: Readonly<Record<string, true>>;
  /** By scenario and step: the worst of all example rows. */
  steps: Readonly<Record<string, Readonly<Record<number, string>>>>;
  /** How each scenario ended last: the worst of all example rows. */
  scenarios: Readonly<Record<string, string>>;
  /** By outline and position of the example row, each as it ended last. */
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
  /** Texts to link along; undefined: all red ones that differ only in values. */
  also?: readonly string[] | undefined;
  /** Values that are given already. */
  parameters?: Readonly<Record<string, string>> | undefined;
  /** For each value of the text the parameter that takes it, '' for none. */
  valuesTo?: readonly string[] | undefined;
  /** Who acts; `null`: the first one, undefined: as they are linked now. */
  actor?: string | null | undefined;
}

export type PointedCheck = 'text' | 'value' | 'visible' | 'count' | 'picture';

interface CheckOffer {
  testCode: TestCode;
  fields: NewAction;
  /** Undefined: at the end of the test. */
  before: string | undefined;
}

export interface FeatureText {
  stored: Loaded<{ revision: string; text: string }>;
  faults?: readonly FeatureFault[] | undefined;
  isRefused?: boolean;
  isSaving?: boolean;
}

export type Confirmation =
  /** `message`: the effect on those who use their tests. */
  | { kind: 'delete-modules'; codes: readonly string[]; tests: number; message?: string }
  | { kind: 'delete-used'; codes: readonly string[]; message: string };

/** The tree and the list of actions each have a focused item of their own. */
export type FocusArea = 'tree' | 'actions' | 'elsewhere';

export const THEMES = ['auto', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const DRAWER_TABS = ['log', 'network', 'problems'] as const;
type DrawerTab = (typeof DRAWER_TABS)[number];

export interface View {
  theme: Theme;
  isTreeShown: boolean;
  /** Whether the app beside a test has most of the screen; left out: while it is worked in. */
  isAppWide?: boolean | undefined;
  isDrawerShown: boolean;
  /** Left out: the run log. */
  drawerTab?: DrawerTab | undefined;
  /** Shortcuts without Ctrl or Cmd. */
  areSingleKeysOn: boolean;
  focusArea: FocusArea;
  treeFocus?: string;
  /** Items that are chosen together, and what was shown then. */
  treeChoice?: { shown: string | undefined; codes: readonly string[] } | undefined;
  runFilter: RunFilter;
  /** A feature to be named: a new one, or one by its code. */
  naming?: { feature?: string } | undefined;
  addingToSuite?: string | undefined;
  /** The feature whose text gets the focus once it is shown. */
  textFocus?: string | undefined;
  /** Typed for a field that is not rendered yet, and how the typing ended. */
  typedAhead?: { text: string; end?: 'Enter' | 'Escape' } | undefined;
  droppedFiles?: readonly File[] | undefined;
  stepFocus?: StepPlace | undefined;
  linking?: StepPlace | undefined;
  /** A link of several texts, to be reviewed before it is made. */
  reviewing?: LinkReview | undefined;
  moving?: readonly string[];
  /** Import of tests from a file into a module, or export of a test. */
  exchange?: { into: string | undefined } | { testCode: string };
  renaming?: string;
  editing?: string;
  /** A click in the live view asks what to do with the element there. */
  isPointing?: boolean;
  /** Whose window a person has brought in front in the live view, while which actor acted. */
  frontActor?: { name: string; while: string | undefined };
  /** The live view shows the windows of all actors at once. */
  isSideBySide?: boolean;
  /** What each click checks while it points; undefined: it asks what to do. */
  checking?: PointedCheck | undefined;
  insertBefore?: string | undefined;
  /** The kinds of a new action are listed; `isPicking`: its element is picked first. */
  adding?: { isPicking: boolean } | undefined;
  /** With which the form of a new action was begun, or which was picked in it since. */
  picked?: { testCode: string; element: PickedElement } | undefined;
  /** A check with which the stopped recording can end. */
  checkOffer?: CheckOffer | undefined;
  /** Where the last recording ended, and the run that was shown then. */
  recordedTo?: { testCode: string; actionId: string; runId: string | undefined } | undefined;
  /** How many actions run first, before a recording starts. */
  playing?: { testCode: string; count: number } | undefined;
  /** Set only for more than one row. */
  rowChoice?: RowChoice;
  /** The row whose moment is shown, as `test/action`; undefined: the live page. */
  momentOf?: string | undefined;
  /** Opens as soon as a moment with this request is shown. */
  requestToShow?: { method: string; url: string } | undefined;
  /** Framed in the moment of that run as long as it is shown. */
  elementToShow?: { runId: string; moment: number; locator: string } | undefined;
  /** Actions as text. A browser may not let the page write it to the clipboard. */
  copied?: { text: string; isInClipboard: boolean };
  pointEdited?: string;
  question?: Confirmation;
  dialog?: 'search' | 'keys' | undefined;
  /** What is open or folded, by project, version and part of the screen. */
  keptCodes: Readonly<Record<string, readonly string[]>>;
  /** In percent, by project and arrangement. */
  paneSizes: Readonly<Record<string, readonly number[]>>;
  /** When the feature server of a project was found to work, and with which settings. */
  checkedServers: Readonly<Record<string, { at: string; settings: string }>>;
  environments: Readonly<Record<string, string>>;
  runHow: Readonly<Record<string, RunHow>>;
  lastSuites: Readonly<Record<string, string>>;
  /** By project; only of those that were begun in this browser. */
  firstSteps: Readonly<Record<string, FirstSteps>>;
}

/** Left out: as the project has it. */
export interface RunHow {
  workers?: number | undefined;
  retries?: number | undefined;
  repeatEach?: number | undefined;
  devices?: readonly string[] | undefined;
}

/** By name of the record. */
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
  /** In the order in which they began. */
  otherRuns: readonly RunView[];
  app: AppView;
  recording: RecordingView;
  /** App windows beside the shared one, of agents and people. */
  windows: readonly WindowView[];
  /** In every version of the project. */
  watched: readonly WatchedItem[];
  /** Counts what may have changed the picture of the app window. */
  appChanges: number;
  results: PageRunResults;
  /** Not confirmed by the service yet. */
  edits: readonly Edit[];
  /** The edit that undo would revert, whoever made it; unknown until something is edited. */
  undoable?: { by: string; title: string } | undefined;
  marks: Marks;
  breakpoints: readonly BreakpointEntry[];
  features: Loaded<readonly FeatureEntry[]>;
  /** An ISO time. */
  lastSync?: string | undefined;
  /** Of open features, by project, version and feature. */
  texts: Readonly<Record<string, FeatureText>>;
  unknownTools: ReadonlySet<string>;
  view: View;
}

const NO_RUN: RunView = { state: 'idle', done: 0, total: 0, elapsedMs: 0 };

const NO_RESULTS: PageRunResults = {
  ...{ news: 0, changed: {}, actions: {}, last: {}, begun: {}, steps: {} },
  ...{ tests: {}, endedIn: {}, scenarios: {}, rows: {} },
};

export const initialState = (view: View): IdeState => ({
  signIn: { phase: 'checking' },
  connection: { phase: 'connecting' },
  projects: [],
  tests: {},
  run: NO_RUN,
  otherRuns: [],
  app: { isOpen: false },
  recording: { isOn: false, count: 0 },
  windows: [],
  watched: [],
  appChanges: 0,
  results: NO_RESULTS,
  edits: [],
  marks: {},
  breakpoints: [],
  features: { phase: 'loading' },
  texts: {},
  unknownTools: new Set(),
  view,
});

/** Cleared when another project is followed. */
export const emptyProject = () => {
  const { tests, run, otherRuns, app, recording, windows, watched } = initialState(EMPTY_VIEW);
  const { results, marks, breakpoints, features } = initialState(EMPTY_VIEW);
  const unknown = { lastSync: undefined, undoable: undefined };
  const window = { app, recording, windows, watched };
  return { tests, run, otherRuns, ...window, results, marks, breakpoints, features, ...unknown };
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

const NO_FEATURES: readonly FeatureEntry[] = [];

/** None until they are read. */
export const featuresOf = ({ features }: Pick<IdeState, 'features'>): readonly FeatureEntry[] =>
  features.phase === 'ready' ? features.value : NO_FEATURES;

export function openTestOf(state: IdeState, testCode: string | undefined): OpenTest | undefined {
  const followed = testCode === undefined ? undefined : state.tests[testCode];
  return followed?.phase === 'ready' ? followed.value.test : undefined;
}

/** Of the version that is shown. */
export function watchedItem(state: IdeState, code: string): WatchedItem | undefined {
  const versionId = snapshotOf(state)?.versionId;
  return state.watched.find(item => item.code === code && item.versionId === versionId);
}

export function whereShown({ project }: IdeState): EditedVersion | undefined {
  if (project?.snapshot.phase !== 'ready') return undefined;
  return { projectId: project.projectId, versionId: project.snapshot.value.versionId };
}
