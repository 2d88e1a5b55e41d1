/**
 * Messages between the service and a page of the IDE, over the WebSocket `/bridge`: JSON-RPC 2.0 both ways, one message
 * per frame. Every message is validated against these schemas.
 */

import { z } from 'zod';
import { code, ProjectId, RunId, TestCode, VersionId } from '../../names/codes.ts';
import { PausedBy } from '../../run/breakpoint.ts';
import { ActionResult, RunItem, ScenarioResult, StepResult } from '../../run/run.ts';
import { WatchedItem } from '../../run/watched-item.ts';
import { WindowClock } from '../../values/window-clock.ts';
import { OpenTest, Patch, ProjectSnapshot } from './project-view.ts';
import { IdeDestination, IdeReport } from './selection.ts';

export const BRIDGE_PATH = '/bridge';

export const IdeId = code(/^ide[1-9]\d{0,8}$/, 'an id of an IDE such as "ide1"', 'IdeId');
export type IdeId = z.infer<typeof IdeId>;

/** `message` says why a project could not be opened. */
export const ProjectEntry = z.strictObject({
  projectId: ProjectId,
  name: z.string(),
  isOpen: z.boolean(),
  problem: z.string().optional(),
});
export type ProjectEntry = z.infer<typeof ProjectEntry>;

export const Hello = z.strictObject({
  ideId: IdeId,
  release: z.string(),
  projects: z.array(ProjectEntry),
  /** Where to begin when the address names no project: the one shown last, else the first one. */
  startProject: ProjectId.optional(),
});
export type Hello = z.infer<typeof Hello>;

const ActionView = z.strictObject({
  actionIndex: z.number(),
  actionId: z.string(),
  type: z.string(),
  /** Begins with who acts. */
  title: z.string(),
  actor: z.string().optional(),
  testCode: z.string(),
});

const LaneView = z.strictObject({
  /** From 1, which is the app window. */
  lane: z.number(),
  /** Among all items of the run, from 0. */
  index: z.number(),
  title: z.string(),
  testId: z.string().optional(),
  scenario: z.string().optional(),
  row: z.number().optional(),
  attempt: z.number().optional(),
  action: ActionView.optional(),
  done: z.number(),
  total: z.number(),
});

export const RunView = z.strictObject({
  state: z.string(),
  runId: z.string().optional(),
  moduleId: z.string().optional(),
  testId: z.string().optional(),
  title: z.string().optional(),
  /** While it runs: `f1.s2`, with its example row `f1.s2.r0`. */
  scenario: z.string().optional(),
  /** Of several items the one under way, or the last; `index` and `row` count from 0. */
  item: z
    .strictObject({
      index: z.number(),
      count: z.number(),
      title: z.string(),
      row: z.number().optional(),
      attempt: z.number().optional(),
    })
    .optional(),
  /** Action under way, of the innermost test; while paused the next one. */
  action: ActionView.optional(),
  done: z.number(),
  total: z.number(),
  /** With several items: how many ended, how many failed, and how many passed only when run again. */
  ended: z.number().optional(),
  failed: z.number().optional(),
  flaky: z.number().optional(),
  /** Whether it runs beside the app window, which then shows nothing of it. */
  isBeside: z.boolean().optional(),
  workers: z.number().optional(),
  lanes: z.array(LaneView).optional(),
  elapsedMs: z.number(),
  reason: z.string().optional(),
  environment: z.string().optional(),
  pausedBy: PausedBy.optional(),
});
export type RunView = z.infer<typeof RunView>;

export const AppView = z.strictObject({
  isOpen: z.boolean(),
  url: z.string().optional(),
  title: z.string().optional(),
  /** Whether it is a tab of somebody's own browser, in which tests run on the current page. */
  isLent: z.boolean().optional(),
  /** Whether the shared window is one, also where the page looks into another. */
  isSharedLent: z.boolean().optional(),
  /** Missing while its pages have the real clock. */
  clock: WindowClock.optional(),
  /** Name of the window beside the shared one that the page looks into. */
  window: z.string().optional(),
  /** Windows of a test of several people, the first of which is this one; missing while nobody else has any. */
  actors: z.array(z.strictObject({ name: z.string(), isOpen: z.boolean(), url: z.string().optional() })).optional(),
});
export type AppView = z.infer<typeof AppView>;

/** A window beside the shared one. `isYours`: the page looks into it. */
export const WindowView = z.strictObject({
  name: z.string(),
  users: z.array(z.strictObject({ by: z.string(), since: z.string() })),
  isYours: z.boolean(),
  isOpen: z.boolean(),
  url: z.string().optional(),
});
export type WindowView = z.infer<typeof WindowView>;

export const RecordingView = z.strictObject({
  isOn: z.boolean(),
  testCode: z.string().optional(),
  by: z.string().optional(),
  /** The action that the recording began after; missing at the start of the test. */
  after: z.string().optional(),
  /** The action that the next one is put before; missing at the end of the test. */
  before: z.string().optional(),
  count: z.number().int(),
  reason: z.string().optional(),
});
export type RecordingView = z.infer<typeof RecordingView>;

const ItemView = z.union([RunItem, ScenarioResult]);

/** The run that is shown, and others that are under way. */
const RunsView = { run: RunView, otherRuns: z.array(RunView) };

const OfItem = { runId: RunId, itemIndex: z.number().int() };

const RunEventView = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('status'), ...RunsView }),
  z.strictObject({ kind: z.literal('action-finished'), ...OfItem, result: ActionResult }),
  z.strictObject({ kind: z.literal('inner-action-finished'), ...OfItem, result: ActionResult }),
  z.strictObject({ kind: z.literal('step-finished'), ...OfItem, result: StepResult }),
  z.strictObject({ kind: z.literal('item-finished'), ...OfItem, item: ItemView }),
  /** It was deleted, or its results were uploaded. */
  z.strictObject({ kind: z.literal('stored-run-changed'), runId: RunId }),
]);

export const CallProgress = z.strictObject({
  progress: z.number(),
  total: z.number().optional(),
  message: z.string().optional(),
});
export type CallProgress = z.infer<typeof CallProgress>;

const Nothing = z.strictObject({});

interface ChannelMethod {
  params: z.ZodType;
  result: z.ZodType;
}

/** Requests from a page to the service. */
export const PAGE_REQUESTS = {
  /** Must be the first; a page that reconnects asks for its id again. */
  'ide/hello': { params: z.strictObject({ ideId: IdeId.optional() }), result: Hello },
  /** A page follows one project at a time. */
  'project/open': {
    params: z.strictObject({ projectId: ProjectId, versionId: VersionId.optional() }),
    result: z.strictObject({
      snapshot: ProjectSnapshot,
      ...RunsView,
      app: AppView,
      recording: RecordingView,
      windows: z.array(WindowView),
      watched: z.array(WatchedItem),
    }),
  },
  'project/close': { params: Nothing, result: Nothing },
  'test/open': {
    params: z.strictObject({ testCode: TestCode }),
    result: z.strictObject({ sequence: z.number().int(), test: OpenTest }),
  },
  'test/close': { params: z.strictObject({ testCode: TestCode }), result: Nothing },
  /** Calls any tool with the rights of the person; the result is the tool's output. */
  'tools/call': {
    params: z.strictObject({ name: z.string().max(100), arguments: z.record(z.string(), z.unknown()).optional() }),
    result: z.unknown(),
  },
} as const satisfies Record<string, ChannelMethod>;

/** Notices from a page to the service. */
export const PAGE_NOTICES = {
  'ide/report': IdeReport,
  'request/cancel': z.strictObject({ id: z.number().int() }),
} as const satisfies Record<string, z.ZodType>;

/** Requests from the service to a page. */
export const SERVICE_REQUESTS = {
  /** Answers with what is shown and selected then. Errors: `not-found`. */
  'ide/navigate': { params: IdeDestination, result: IdeReport },
} as const satisfies Record<string, ChannelMethod>;

/** Notices from the service to a page. */
export const SERVICE_NOTICES = {
  /** An edit of the project that the page follows; `by` and `title` say whose and what. */
  'project/patched': z.strictObject({
    projectId: ProjectId,
    versionId: VersionId,
    sequence: z.number().int(),
    by: z.string(),
    /** The page that made the edit, which needs no notice of it. */
    ideId: IdeId.optional(),
    title: z.string(),
    /** The edit that undo would revert now, whoever made it. */
    undoable: z.strictObject({ title: z.string(), by: z.string() }).optional(),
    patches: z.array(Patch),
    /** Added or changed actions of tests that the page has not open, as `t5/a7`; only where no page made the edit. */
    changedActions: z.array(z.string()).optional(),
  }),
  'project/closed': z.strictObject({ projectId: ProjectId, message: z.string() }),
  'projects/changed': z.strictObject({ projects: z.array(ProjectEntry) }),
  'run/event': z.strictObject({ projectId: ProjectId, event: RunEventView }),
  /** `getBreakpoints` lists them. */
  'breakpoints/changed': z.strictObject({ projectId: ProjectId }),
  'app/changed': z.strictObject({ projectId: ProjectId, app: AppView }),
  /** All of them; the page may also look into another one than before. */
  'windows/changed': z.strictObject({ projectId: ProjectId, windows: z.array(WindowView) }),
  /** A recording begins, ends, or has other actions than before. */
  'recording/event': z.strictObject({ projectId: ProjectId, recording: RecordingView }),
  /** All that is watched. */
  'watched/changed': z.strictObject({ projectId: ProjectId, watched: z.array(WatchedItem) }),
  'request/progress': z.strictObject({ id: z.number().int(), ...CallProgress.shape }),
} as const satisfies Record<string, z.ZodType>;

export type PageRequestName = keyof typeof PAGE_REQUESTS;
export type PageNoticeName = keyof typeof PAGE_NOTICES;
type ServiceRequestName = keyof typeof SERVICE_REQUESTS;
export type ServiceNoticeName = keyof typeof SERVICE_NOTICES;

export type PageParams<Name extends PageRequestName> = z.infer<(typeof PAGE_REQUESTS)[Name]['params']>;
export type PageResult<Name extends PageRequestName> = z.infer<(typeof PAGE_REQUESTS)[Name]['result']>;
export type ServiceParams<Name extends ServiceRequestName> = z.infer<(typeof SERVICE_REQUESTS)[Name]['params']>;
export type ServiceResult<Name extends ServiceRequestName> = z.infer<(typeof SERVICE_REQUESTS)[Name]['result']>;
export type NoticeOf<Name extends ServiceNoticeName> = z.infer<(typeof SERVICE_NOTICES)[Name]>;

/** Errors carry `data.reason`, an error kind of the tool API. */
export const ChannelMessage = z.union([
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.number().int(),
    method: z.string(),
    params: z.unknown().optional(),
  }),
  z.strictObject({ jsonrpc: z.literal('2.0'), method: z.string(), params: z.unknown().optional() }),
  z.strictObject({ jsonrpc: z.literal('2.0'), id: z.number().int(), result: z.unknown() }),
  z.strictObject({
    jsonrpc: z.literal('2.0'),
    id: z.number().int().nullable(),
    error: z.strictObject({
      code: z.number().int(),
      message: z.string(),
      data: z.record(z.string(), z.unknown()).optional(),
    }),
  }),
]);
export type ChannelMessage = z.infer<typeof ChannelMessage>;
