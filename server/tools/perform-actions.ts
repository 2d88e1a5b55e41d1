import { z } from 'zod';
import { ACTION_KINDS, type Action } from '../../model/actions/index.ts';
import { isAppError } from '../../model/errors/errors.ts';
import { Name, type VersionId } from '../../model/names/codes.ts';
import type { PageElement } from '../../model/protocol/app-window.ts';
import { PlainActionResult } from '../../model/run/run.ts';
import { isUnderWay } from '../../model/run/state.ts';
import { observed } from '../../model/values/observed.ts';
import { runUnderWay } from '../runs/start-run.ts';
import { defineTool, type EditParts, type LiveParts, type PlanParts, type ToolContext } from './define/define-tool.ts';
import { EnvironmentInput } from './define/ide-choice.ts';
import { versionOf } from './define/version.ts';
import { keepActions, moduleNamed } from './tests/keep-actions.ts';
import { ActionInputs } from './tests/test-edits.ts';
import { actingAs, holdingPage, limitsOf, windowOf } from './window/app-window.ts';
import { openEmpty, openForActor } from './window/go-to.ts';
import { PageChanges, type PageState, pageChanges, pageState } from './window/page-changes.ts';
import { LivePage, type LivePlace, type LiveResult, livePlace, pageOf, performLive } from './window/perform-live.ts';
import { LINE_LIMIT_MS, type WantedAction, wantedActions } from './window/wanted-actions.ts';

const STATE_LIMIT_MS = 5_000;

interface PerformedActions {
  done: LiveResult[];
  /** Those of `done`. */
  performed: Action[];
  failed: Pick<LiveResult, 'state' | 'type' | 'title' | 'error' | 'isPageSilent'> | undefined;
}

async function performUntilFailure(
  context: ToolContext<LiveParts>,
  { listed, ...place }: LivePlace & { listed: PageState['elements'] },
  wanted: readonly WantedAction[],
): Promise<PerformedActions> {
  const done: LiveResult[] = [];
  const performed: Action[] = [];
  for (const [index, { type, title: name, find }] of wanted.entries()) {
    context.report({ progress: index, total: wanted.length, message: name });
    try {
      const action = await find(context, index === 0 ? listed : undefined);
      await openForActor(context, place, action);
      const result = await performLive(context, place, action);
      if (result.state !== 'passed') return { done, performed, failed: result };
      done.push(result);
      performed.push(action);
    } catch (error) {
      // The reply must still report what was done so far.
      if (index === 0 || !isAppError(error) || isCancelled(context)) throw error;
      const failed = { state: 'error', type, title: name, error: { message: error.message } } as const;
      return { done, performed, failed };
    }
  }
  return { done, performed, failed: undefined };
}

/** A caller that lost the page to a person still waits for its reply. */
const isCancelled = ({ signal }: ToolContext): boolean => signal.aborted && !isAppError(signal.reason, 'taken-over');

interface PerformingWindow {
  where: 'fresh' | 'live';
  headed: boolean | undefined;
  first: WantedAction | undefined;
}

/** Opens a window where a visit has none, or another where a fresh one is wanted. Errors: `run-in-progress`. */
async function openFor(
  context: ToolContext<PlanParts | 'performed'>,
  place: LivePlace,
  { where, headed, first }: PerformingWindow,
) {
  const isAnew = where === 'fresh';
  const { project, bridge } = context;
  // The window of a paused run must not be replaced.
  if (isAnew && isUnderWay(bridge.status(project.projectId).state)) throw await runUnderWay(context);
  if (!isAnew && (windowOf(context).isOpen() || first?.type !== 'visit')) return;
  project.performed.begin(context.windows.current, undefined);
  await openEmpty(context, { ...place, headed, isAnew });
}

/** Warns of cookies and storage that a kept test will lack: a run starts in a context of its own. */
async function warningOfState(context: ToolContext): Promise<string | undefined> {
  const window = windowOf(context);
  const isUsed = window.isOpen() && (await window.hasState(limitsOf(context, STATE_LIMIT_MS)).catch(() => false));
  return isUsed
    ? 'The window had cookies or storage before, perhaps of somebody signed in. A run starts without them, so the test may not work from its first action; context: "fresh" performs from where a run starts.'
    : undefined;
}

/** Kept actions have worked, so the reply leaves the elements of the page out. */
const withoutListing = ({ came: _came, changed: _changed, went: _went, omitted: _omitted, ...rest }: PageChanges) =>
  rest;

const { state, type, title, error, dialogs, screenshotNote, note } = PlainActionResult.shape;

/** Longer lists are better written as a test. */
const MOST_ACTIONS = 100;

const MOST_CHARACTERS = 100_000;

const Done = z.strictObject({
  actionIndex: z.number().int(),
  title,
  value: observed(z.unknown()).optional().describe('What it stored'),
  dialogs,
  screenshot: z.string().optional(),
  screenshotNote,
  note,
});

type FailedInput = NonNullable<PerformedActions['failed']>;

const KeepAs = z.strictObject({
  moduleCode: Name.describe('Code of a module; or a name, of one that is made if there is none'),
  name: Name.describe('Of the new test'),
});

const failureView = ({ type: kind, title: words, error: reason }: FailedInput, actionIndex: number) => ({
  ...{ actionIndex, type: kind, title: words },
  error: reason,
});

const doneView = (result: LiveResult, actionIndex: number): z.input<typeof Done> => ({
  ...{ actionIndex, title: result.title, value: result.value, dialogs: result.dialogs },
  ...{ screenshot: result.screenshot, screenshotNote: result.screenshotNote, note: result.note },
});

interface HeldPage {
  /** Of the call, which tells what was done also where a person took the page. */
  caller: ToolContext<LiveParts | EditParts>;
  held: ToolContext<LiveParts>;
}

interface PerformRequest {
  wanted: readonly WantedAction[];
  /** Of each action. */
  timeoutMs?: number | undefined;
  keepAs?: z.output<typeof KeepAs> | undefined;
  environment?: string | undefined;
  versionId?: VersionId | undefined;
  context?: 'fresh' | 'live' | undefined;
  headed?: boolean | undefined;
  /** Changes are told since the page was told of last, rather than since the actions began. */
  isSinceTold: boolean;
}

/** Undefined where the first one acts. */
function otherActor(
  { bridge, project }: ToolContext,
  action: Pick<WantedAction, 'actor'> | undefined,
): string | undefined {
  const { first } = bridge.actorWindows(project.projectId);
  return action?.actor === first ? undefined : action?.actor;
}

/** Whether an element is what the last action done to it has made of it. */
function madeBy(performed: readonly Action[]): (element: PageElement) => boolean {
  const last = new Map(performed.flatMap(action => ('locator' in action ? [[action.locator, action]] : [])));
  return ({ locator, value, state: states = [] }) => {
    const action = last.get(locator);
    if (action?.type === 'fill') return value === action.value || value === undefined;
    if (action?.type === 'select') return value !== undefined && action.values.includes(value);
    if (action?.type === 'check') return states.includes('checked');
    return action?.type === 'uncheck' && !states.includes('checked');
  };
}

const whatBecame = ({ done, failed }: Pick<PerformedActions, 'done' | 'failed'>) => ({
  state: failed?.state ?? 'passed',
  done: done.map(doneView),
  ...(failed === undefined ? {} : { failed: failureView(failed, done.length) }),
});

async function performAndTell({ caller, held }: HeldPage, request: PerformRequest) {
  const { wanted, keepAs, versionId, context: where = 'live', timeoutMs, headed, isSinceTold } = request;
  const content = versionOf(held, versionId);
  if (keepAs !== undefined) moduleNamed(content, keepAs.moduleCode);
  const place = { ...livePlace(held, content, request), timeoutMs };
  const warning = keepAs && where === 'live' ? await warningOfState(held) : undefined;
  await openFor(held, place, { where, headed, first: wanted[0] });
  const before = await pageState(held, ACTION_KINDS[wanted[0]?.type ?? 'visit'], isSinceTold);
  const { done, performed, failed } = await performUntilFailure(held, { ...place, listed: before.elements }, wanted);
  const actor = otherActor(held, wanted[done.length] ?? wanted.at(-1));
  // The listing before is of the first actor.
  const isComparable = !failed?.isPageSilent && actor === undefined;
  const wasVisited = performed.some(({ type: kind }) => kind === 'visit');
  const tellsFocus = !isSinceTold || performed.at(-1)?.type === 'press';
  const isExpected = isSinceTold ? madeBy(performed) : undefined;
  const changes = isComparable
    ? await pageChanges(caller, before, { wasVisited, isSinceTold, tellsFocus, isExpected })
    : {};
  const whatWorked = { performed, looks: done.map(({ look }) => look) };
  const kept = keepAs && (await keepActions(caller, { versionId, keepAs, ...whatWorked }));
  const notDone = wanted.slice(done.length + 1).map(({ title: words }) => words);
  return {
    ...whatBecame({ done, failed }),
    ...(notDone.length === 0 ? {} : { notDone }),
    page: await pageOf(actingAs(caller, actor), { ms: 0, isPageSilent: failed?.isPageSilent }),
    ...(kept === undefined || failed !== undefined ? changes : withoutListing(changes)),
    kept,
    ...(kept === undefined || warning === undefined ? {} : { warning }),
  };
}

export const performActions = defineTool({
  name: 'performActions',
  group: 'actions',
  scope: 'write',
  title: 'Perform actions',
  summary:
    'Do actions on the live page in order until one fails, and tell what changed: elements, tabs, failed requests, errors. A visit opens the window. keepAs stores what worked as a test.',
  input: {
    actions: ActionInputs.min(1).max(MOST_ACTIONS).optional(),
    lines: z.string().max(MOST_CHARACTERS).optional().describe('As text: open /\\nfill Email a@b.org\\nclick "Save"'),
    keepAs: KeepAs.optional().describe('{moduleCode, name} of the new test'),
    environment: EnvironmentInput,
    context: z.enum(['fresh', 'live']).optional().describe('fresh: as a run starts'),
    headed: z.boolean().optional().describe('Of a window that opens'),
  },
  output: z.strictObject({
    state: state.describe('passed, or how the one ended that failed'),
    done: z.array(Done),
    failed: z.strictObject({ actionIndex: z.number().int(), type, title, error }).optional(),
    notDone: z.array(z.string()).optional().describe('The actions after the failed one'),
    page: LivePage,
    ...PageChanges.shape,
    kept: z.strictObject({ moduleCode: z.string(), testCode: z.string(), actions: z.number().int() }).optional(),
    warning: z.string().optional().describe('Why what was kept may not work by itself'),
  }),
  errors: ['app-not-open', 'busy', 'run-in-progress', 'taken-over', 'invalid-project', 'not-found', 'browser-missing'],
  examples: [
    {
      actions: [
        { type: 'visit', url: '/sign-in' },
        { type: 'fill', locator: "getByLabel('Email')", value: 'ada@example.com' },
      ],
      keepAs: { moduleCode: 'm1', name: 'Sign in' },
    },
  ],
  hints: { openWorld: true },
  async run({ actions, lines, ...request }, caller) {
    const wanted = wantedActions({ actions, lines });
    const doing = wanted.length === 1 ? 'performing an action' : `performing ${wanted.length} actions`;
    // Whoever writes lines sees the page change and is told soon what is wrong.
    const timeoutMs = lines === undefined ? undefined : LINE_LIMIT_MS;
    return await holdingPage(caller, { doing }, held =>
      performAndTell({ caller, held }, { ...request, wanted, timeoutMs, isSinceTold: lines !== undefined }),
    );
  },
});
