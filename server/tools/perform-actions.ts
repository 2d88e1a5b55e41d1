import { z } from 'zod';
import { ACTION_KINDS, type Action, actionTitle } from '../../model/actions/index.ts';
import { mayFallBack } from '../../model/actions/read-action.ts';
import { isAppError } from '../../model/errors/errors.ts';
import type { ElementLook } from '../../model/locator/element-look.ts';
import { ModuleCode, Name, type VersionId } from '../../model/names/codes.ts';
import type { TestActors } from '../../model/project/actor.ts';
import { addModule, findModule } from '../../model/project/edits/modules.ts';
import { addTest } from '../../model/project/edits/tests.ts';
import { findActor } from '../../model/project/find-actor.ts';
import type { VersionContent, VersionDraft } from '../../model/project/version-content.ts';
import { PlainActionResult } from '../../model/run/run.ts';
import { isUnderWay } from '../../model/run/state.ts';
import { observed } from '../../model/values/observed.ts';
import { runUnderWay } from '../runs/start-run.ts';
import { defineTool, type EditParts, type LiveParts, type PlanParts, type ToolContext } from './define/define-tool.ts';
import { EnvironmentInput } from './define/ide-choice.ts';
import { editVersion, versionOf } from './define/version.ts';
import { ActionInputs, readActions, rememberElements, withIds } from './tests/test-edits.ts';
import { actingAs, holdingPage, limitsOf, windowOf } from './window/app-window.ts';
import { openEmpty, openForActor } from './window/go-to.ts';
import { PageChanges, pageChanges, pageState } from './window/page-changes.ts';
import {
  LivePage,
  type LivePlace,
  type LiveResult,
  livePlace,
  pageOf,
  performLive,
  refuseNotAlone,
} from './window/perform-live.ts';

const STATE_LIMIT_MS = 5_000;

interface PerformedActions {
  done: LiveResult[];
  failed: Pick<LiveResult, 'state' | 'type' | 'title' | 'error' | 'isPageSilent'> | undefined;
}

async function performUntilFailure(
  context: ToolContext<LiveParts>,
  place: LivePlace,
  actions: readonly Action[],
): Promise<PerformedActions> {
  const done: LiveResult[] = [];
  for (const [index, action] of actions.entries()) {
    const name = actionTitle(action);
    context.report({ progress: index, total: actions.length, message: name });
    try {
      await openForActor(context, place, action);
      const result = await performLive(context, place, action);
      if (result.state !== 'passed') return { done, failed: result };
      done.push(result);
    } catch (error) {
      // The reply must still report what was done so far.
      if (index === 0 || !isAppError(error) || isCancelled(context)) throw error;
      return { done, failed: { state: 'error', type: action.type, title: name, error: { message: error.message } } };
    }
  }
  return { done, failed: undefined };
}

/** A caller that lost the page to a person still waits for its reply. */
const isCancelled = ({ signal }: ToolContext): boolean => signal.aborted && !isAppError(signal.reason, 'taken-over');

function moduleNamed(content: VersionContent, named: string): ModuleCode | undefined {
  const code = ModuleCode.safeParse(named).data;
  if (code !== undefined) return findModule(content, code, 'keepAs.moduleCode').moduleCode;
  return [...content.modules.values()].find(({ name }) => name === named)?.moduleCode;
}

interface Kept {
  versionId: string | undefined;
  keepAs: { moduleCode: string; name: string };
  performed: readonly Action[];
  looks: readonly (ElementLook | undefined)[];
}

/** Stores actions as a new test; the module is made if it does not exist. Undefined where there is nothing to store. */
async function keepActions(
  context: ToolContext<'runs' | 'redactTyped'>,
  { versionId, keepAs: { moduleCode: named, name }, performed, looks }: Kept,
) {
  if (performed.length === 0) return undefined;
  const edit = <Result>(change: (draft: VersionDraft) => Result) =>
    editVersion(context, { versionId, title: 'performActions', edit: change });
  const { result: moduleCode } = await edit(draft => moduleNamed(draft, named) ?? addModule(draft, { name: named }));
  const { result } = await edit(draft => {
    const actions = withIds(performed, draft);
    const actors = actorsFor(context, draft, actions);
    return { actions, testCode: addTest(draft, moduleCode, { name, type: 'web', actors, actions }) };
  });
  const { actions, testCode } = result;
  const seen = actions.flatMap((action, index) => {
    const look = looks[index];
    const { actionId } = action;
    return look === undefined || !mayFallBack(action) ? [] : [{ actionId, locator: action.locator, look }];
  });
  await rememberElements(context, seen);
  return { moduleCode, testCode, actions: performed.length };
}

/** Those who acted, as tests of the version have them; the first is the one whose the window is. */
function actorsFor(
  { bridge, project }: ToolContext,
  content: VersionContent,
  actions: readonly Action[],
): TestActors | undefined {
  const { first } = bridge.actorWindows(project.projectId);
  const named = actions.flatMap(({ actor }) => actor ?? []);
  if (named.length === 0) return undefined;
  const names = [...new Set([...(first === undefined ? [] : [first]), ...named])];
  return names.map(actor => findActor(content, actor) ?? { name: actor });
}

interface PerformingWindow {
  where: 'fresh' | 'live';
  first: Action | undefined;
}

/** Opens a window where a visit has none, or another where a fresh one is wanted. Errors: `run-in-progress`. */
async function openFor(context: ToolContext<PlanParts>, place: LivePlace, { where, first }: PerformingWindow) {
  const isAnew = where === 'fresh';
  const { project, bridge } = context;
  // The window of a paused run must not be replaced.
  if (isAnew && isUnderWay(bridge.status(project.projectId).state)) throw await runUnderWay(context);
  if (isAnew || (!windowOf(context).isOpen() && first?.type === 'visit'))
    await openEmpty(context, { ...place, isAnew });
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
  actions: readonly Action[];
  keepAs?: z.output<typeof KeepAs> | undefined;
  environment?: string | undefined;
  versionId?: VersionId | undefined;
  context?: 'fresh' | 'live' | undefined;
}

/** Undefined where the first one acts. */
function otherActor({ bridge, project }: ToolContext, action: Action | undefined): string | undefined {
  const { first } = bridge.actorWindows(project.projectId);
  return action?.actor === first ? undefined : action?.actor;
}

async function performAndTell({ caller, held }: HeldPage, request: PerformRequest) {
  const { actions, keepAs, versionId, context: where = 'live' } = request;
  const content = versionOf(held, versionId);
  if (keepAs !== undefined) moduleNamed(content, keepAs.moduleCode);
  const place = livePlace(held, content, request);
  const warning = keepAs && where === 'live' ? await warningOfState(held) : undefined;
  await openFor(held, place, { where, first: actions[0] });
  const before = await pageState(held, ACTION_KINDS[actions[0]?.type ?? 'visit']);
  const { done, failed } = await performUntilFailure(held, place, actions);
  const wasVisited = done.some(({ type: kind }) => kind === 'visit');
  // The listing before is of the first actor.
  const actor = otherActor(held, actions[done.length] ?? actions.at(-1));
  const changes = failed?.isPageSilent || actor !== undefined ? {} : await pageChanges(caller, before, wasVisited);
  const whatWorked = { performed: actions.slice(0, done.length), looks: done.map(({ look }) => look) };
  const kept = keepAs && (await keepActions(caller, { versionId, keepAs, ...whatWorked }));
  const notDone = actions.slice(done.length + 1).map(actionTitle);
  return {
    state: failed?.state ?? 'passed',
    done: done.map(doneView),
    ...(failed === undefined ? {} : { failed: failureView(failed, done.length) }),
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
    'Do actions on the live page in order until one fails, and tell what changed: elements, tabs, dialogs, failed requests, errors. A visit opens the window. keepAs stores what worked as a test.',
  input: {
    actions: ActionInputs.min(1).max(MOST_ACTIONS),
    keepAs: KeepAs.optional().describe('{moduleCode, name} of the new test'),
    environment: EnvironmentInput,
    context: z.enum(['fresh', 'live']).optional().describe('fresh: as a run starts'),
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
  async run({ actions: inputs, ...request }, caller) {
    const actions = readActions(inputs);
    for (const [index, action] of actions.entries()) refuseNotAlone(action.type, `actions[${index}].type`);
    const doing = actions.length === 1 ? 'performing an action' : `performing ${actions.length} actions`;
    return await holdingPage(caller, { doing }, held => performAndTell({ caller, held }, { ...request, actions }));
  },
});
