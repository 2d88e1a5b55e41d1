import { z } from 'zod';
import { ACTION_KINDS, type Action, type ActionType, actionTitle } from '../../model/actions/index.ts';
import { mayFallBack, readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import type { ElementLook } from '../../model/locator/element-look.ts';
import { ModuleCode, Name } from '../../model/names/codes.ts';
import { addModule, findModule } from '../../model/project/edits/modules.ts';
import { addTest } from '../../model/project/edits/tests.ts';
import type { VersionContent, VersionDraft } from '../../model/project/version-content.ts';
import type { RunSink } from '../../model/protocol/bridge.ts';
import { ActionResult } from '../../model/run/run.ts';
import { isUnderWay } from '../../model/run/state.ts';
import { ObservedText, observed } from '../../model/values/observed.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { planAction } from '../runs/plan/plan-without-test.ts';
import { redactAction } from '../runs/record/redact-results.ts';
import { runUnderWay } from '../runs/start-run.ts';
import { defineTool, type LiveParts, type PlanParts, type ToolContext } from './define/define-tool.ts';
import { EnvironmentInput, environmentOf } from './define/ide-choice.ts';
import { editVersion, versionOf } from './define/version.ts';
import { ActionInputs, readActions, rememberElements, WholeAction, withIds } from './tests/test-edits.ts';
import { limitsOf, refuseUnlessFree, windowOf, windowRedactor } from './window/app-window.ts';
import { openEmpty } from './window/go-to.ts';
import {
  PageChanges,
  pageChanges,
  pageState,
  TAB_CHANGES,
  TROUBLES,
  tabChanges,
  tabsOf,
  troublesSince,
} from './window/page-changes.ts';

/** Longest value in a reply, in characters of JSON. */
const MOST_VALUE = 10_000;
const PAGE_LIMIT_MS = 5_000;
const LEAST_PAGE_LIMIT_MS = 1_000;

/** Kinds that do nothing by themselves, and why. */
const NOT_ALONE: Partial<Record<ActionType, string>> = {
  download: 'waits for the action after it; put both into a test',
};

function refuseNotAlone(kind: ActionType, field: string): void {
  const isBlock = ACTION_KINDS[kind].block !== 'leaf';
  const reason = isBlock ? 'contains other actions; perform those one by one' : NOT_ALONE[kind];
  if (reason === undefined) return;
  throw new AppError('invalid-params', `"${kind}" cannot be performed by itself: it ${reason}.`, {
    field,
    next: 'runTest',
  });
}

/** A result with the stored value; secrets are masked. */
type LiveResult = ActionResult & {
  value?: unknown;
  look?: ElementLook;
};

interface LivePlace {
  content: VersionContent;
  environment: string | undefined;
}

interface LiveCall {
  environment: string | undefined;
  ideId?: string | undefined;
}

const livePlace = (context: ToolContext, content: VersionContent, call: LiveCall): LivePlace => ({
  content,
  environment: environmentFor(context, content, call),
});

async function performLive(context: ToolContext<LiveParts>, place: LivePlace, action: Action): Promise<LiveResult> {
  const { project, apps, bridge, actor, access } = context;
  const plan = await planAction(project, apps, { ...place, action });
  const seen: ElementLook[] = [];
  const sink: RunSink = { ...sinkOf(context), learned: (_index, known) => seen.push(known.look) };
  const { result, value } = await bridge.performAction(plan, sink, {
    ...limitsOf(context),
    by: actor.name,
    isShown: access !== 'owner',
  });
  const masked = redactAction(result, windowRedactor(context));
  const [look] = seen;
  return { ...masked, ...(value === undefined ? {} : { value: shortened(value) }), look };
}

interface PerformedActions {
  done: LiveResult[];
  failed: Pick<LiveResult, 'state' | 'type' | 'title' | 'error'> | undefined;
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
      const result = await performLive(context, place, action);
      if (result.state !== 'passed') return { done, failed: result };
      done.push(result);
    } catch (error) {
      // The reply must still report what was done so far.
      if (index === 0 || !isAppError(error) || context.signal.aborted) throw error;
      return { done, failed: { state: 'error', type: action.type, title: name, error: { message: error.message } } };
    }
  }
  return { done, failed: undefined };
}

/** While a run is paused, its environment. Errors: `invalid-params` for another one. */
function environmentFor(context: ToolContext, content: VersionContent, call: LiveCall): string | undefined {
  const { bridge, project } = context;
  const { state, environment } = bridge.status(project.projectId);
  const { environment: wanted } = call;
  if (state !== 'paused') return environmentOf(context, content, call);
  if (wanted === undefined || wanted === environment) return environment;
  throw new AppError('invalid-params', 'While a run is paused, actions use its environment.', {
    field: 'environment',
    expected: environment ?? 'none',
  });
}

function shortened(value: unknown): unknown {
  const text = JSON.stringify(value) ?? '';
  return text.length > MOST_VALUE ? `${text.slice(0, MOST_VALUE)}…` : value;
}

/** Keeps only pictures, beside those of getScreenshot. */
function sinkOf({ project }: ToolContext<'screenshots' | 'signIns' | 'url'>): RunSink {
  return {
    progress: () => {},
    console: () => {},
    async picture(_name, bytes, format) {
      const { name, path } = await project.screenshots.keep(bytes, format === 'png' ? 'image/png' : 'image/jpeg');
      const { url, projectId } = project;
      return url === undefined ? path : `${url}/api/screenshots/${name}?projectId=${projectId}`;
    },
    async file(name) {
      throw new AppError('internal', `The file ${name} has no place outside of a run.`);
    },
    conceal: values => project.signIns.conceal(values),
    // The window knows them.
    concealWord: () => {},
    finished: async () => {},
  };
}

/** A page that does not answer is reported by its address, sooner where the action took long already. */
async function pageOf(context: ToolContext, tookMs: number): Promise<{ url: string; title?: string }> {
  const window = windowOf(context);
  try {
    const limitMs = Math.max(LEAST_PAGE_LIMIT_MS, PAGE_LIMIT_MS - tookMs);
    const { url, title: words } = await window.info(limitsOf(context, limitMs));
    return { url, title: words };
  } catch {
    return { url: window.url() ?? '' };
  }
}

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
    return { actions, testCode: addTest(draft, moduleCode, { name, type: 'web', actions }) };
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
  const isUsed = window.isOpen() && (await window.hasState(limitsOf(context, PAGE_LIMIT_MS)).catch(() => false));
  return isUsed
    ? 'The window had cookies or storage before, perhaps of somebody signed in. A run starts without them, so the test may not work from its first action; context: "fresh" performs from where a run starts.'
    : undefined;
}

/** Kept actions have worked, so the reply leaves the elements of the page out. */
const withoutListing = ({ came: _came, changed: _changed, went: _went, omitted: _omitted, ...rest }: PageChanges) =>
  rest;

const { state, type, title, ms, error, dialogs, screenshotNote } = ActionResult.shape;

const LivePage = z.strictObject({ url: ObservedText, title: ObservedText.optional() });

export const performAction = defineTool({
  name: 'performAction',
  group: 'ide',
  needsIde: 'unless-app',
  scope: 'write',
  title: 'Perform an action',
  summary:
    'Do one action on the live page without storing it, e.g. to try a locator. Later ones read what it stores as var.NAME.',
  input: {
    action: WholeAction.describe('{type, …} with the fields of createAction'),
    environment: EnvironmentInput,
  },
  output: z.strictObject({
    state,
    type,
    title,
    ms,
    error,
    dialogs,
    value: observed(z.unknown()).optional().describe('What it stored; as text where it is long'),
    screenshot: z.string().optional().describe('Address of the picture that it took'),
    screenshotNote,
    ...TAB_CHANGES,
    ...TROUBLES,
    page: LivePage,
  }),
  errors: ['app-not-open', 'run-in-progress', 'taken-over', 'invalid-project', 'not-found'],
  examples: [{ action: { type: 'click', locator: "getByRole('button', { name: 'Save' })" } }],
  hints: { openWorld: true },
  async run({ action: input, environment, versionId, ideId }, context) {
    const { actionId: _id, actionIndex: _index, ...fields } = input;
    const action = readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck, root: 'action' });
    refuseNotAlone(action.type, 'action.type');
    await refuseUnlessFree(context);
    const content = versionOf(context, versionId);
    const tabs = tabsOf(context);
    const begunAt = performance.now();
    const at = new Date().toISOString();
    const result = await performLive(context, livePlace(context, content, { environment, ideId }), action);
    // A failed action changes nothing that could be waited for.
    if (result.state === 'passed') await windowOf(context).settled(begunAt, limitsOf(context));
    const page = await pageOf(context, result.ms);
    return {
      state: result.state,
      type: result.type,
      title: result.title,
      ms: result.ms,
      error: result.error,
      dialogs: result.dialogs,
      value: result.value,
      screenshot: result.screenshot,
      screenshotNote: result.screenshotNote,
      ...tabChanges(context, tabs),
      ...troublesSince(context, at),
      page,
    };
  },
});

/** Longer lists are better written as a test. */
const MOST_ACTIONS = 100;

const Done = z.strictObject({
  actionIndex: z.number().int(),
  title,
  value: observed(z.unknown()).optional().describe('What it stored'),
  dialogs,
  screenshot: z.string().optional(),
  screenshotNote,
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
  errors: ['app-not-open', 'run-in-progress', 'taken-over', 'invalid-project', 'not-found', 'browser-missing'],
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
  async run({ actions: inputs, keepAs, environment, versionId, context: where = 'live' }, context) {
    const actions = readActions(inputs);
    for (const [index, action] of actions.entries()) refuseNotAlone(action.type, `actions[${index}].type`);
    await refuseUnlessFree(context);
    const content = versionOf(context, versionId);
    if (keepAs !== undefined) moduleNamed(content, keepAs.moduleCode);
    const place = livePlace(context, content, { environment });
    const warning = keepAs && where === 'live' ? await warningOfState(context) : undefined;
    await openFor(context, place, { where, first: actions[0] });
    const before = await pageState(context);
    const { done, failed } = await performUntilFailure(context, place, actions);
    const changes = await pageChanges(
      context,
      before,
      done.some(each => each.type === 'visit'),
    );
    const whatWorked = { performed: actions.slice(0, done.length), looks: done.map(({ look }) => look) };
    const kept = keepAs && (await keepActions(context, { versionId, keepAs, ...whatWorked }));
    const notDone = actions.slice(done.length + 1).map(actionTitle);
    return {
      state: failed?.state ?? 'passed',
      done: done.map(({ title: words, value, dialogs: answered, screenshot, screenshotNote: note }, actionIndex) => ({
        ...{ actionIndex, title: words, screenshot, screenshotNote: note, value },
        dialogs: answered,
      })),
      ...(failed === undefined ? {} : { failed: failureView(failed, done.length) }),
      ...(notDone.length === 0 ? {} : { notDone }),
      page: await pageOf(context, 0),
      ...(kept === undefined || failed !== undefined ? changes : withoutListing(changes)),
      kept,
      ...(kept === undefined || warning === undefined ? {} : { warning }),
    };
  },
});
