import { z } from 'zod';
import { actionTitle } from '../../model/actions/index.ts';
import { readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import { Name } from '../../model/names/names.ts';
import { ActionResult } from '../../model/run/run.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { defineTool } from './define/define-tool.ts';
import { ActionInputs, readActions, WholeAction } from './shared/action-input.ts';
import { limitsOf, refuseDuringRun, windowOf } from './shared/app-window.ts';
import { openEmpty } from './shared/go-to.ts';
import { EnvironmentInput } from './shared/ide-choice.ts';
import { keepActions, moduleNamed } from './shared/keep-actions.ts';
import { PageChanges, pageChanges, pageState, TAB_CHANGES, tabChanges, tabsOf } from './shared/page-changes.ts';
import {
  type Attempt,
  livePlace,
  pageOf,
  performLive,
  performUntilFailure,
  refuseNotAlone,
} from './shared/perform-live.ts';
import { versionOf } from './shared/version.ts';

const { state, type, title, ms, error, dialogs } = ActionResult.shape;

const LivePage = z.strictObject({ url: z.string(), title: z.string().optional() });

export const performAction = defineTool({
  name: 'performAction',
  group: 'ide',
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
    value: z.unknown().optional().describe('What it stored; as text where it is long'),
    screenshot: z.string().optional().describe('Address of the picture that it took'),
    ...TAB_CHANGES,
    page: LivePage,
  }),
  errors: ['app-not-open', 'run-in-progress', 'invalid-project', 'not-found'],
  examples: [{ action: { type: 'click', locator: "getByRole('button', { name: 'Save' })" } }],
  hints: { openWorld: true },
  async run({ action: input, environment, versionId, ideId }, context) {
    const { actionId: _id, actionIndex: _index, ...fields } = input;
    const action = readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck, root: 'action' });
    refuseNotAlone(action.type, 'action.type');
    await refuseDuringRun(context);
    const content = versionOf(context, versionId);
    const tabs = tabsOf(context);
    const told = await performLive(context, livePlace(context, content, { environment, ideId }), action);
    await windowOf(context).settled(limitsOf(context));
    return {
      state: told.state,
      type: told.type,
      title: told.title,
      ms: told.ms,
      ...(told.error === undefined ? {} : { error: told.error }),
      ...(told.dialogs === undefined ? {} : { dialogs: told.dialogs }),
      ...(told.value === undefined ? {} : { value: told.value }),
      ...(told.screenshot === undefined ? {} : { screenshot: told.screenshot }),
      ...tabChanges(context, tabs),
      page: await pageOf(context, told.ms),
    };
  },
});

/** Longer lists are better written as a test. */
const MOST_ACTIONS = 100;

const Done = z.strictObject({
  actionIndex: z.number().int(),
  title,
  value: z.unknown().optional().describe('What it stored'),
  dialogs,
  screenshot: z.string().optional(),
});

type Failed = NonNullable<Attempt['failed']>;

const KeepAs = z.strictObject({
  moduleCode: Name.describe('Code of a module; or a name, of one that is made if there is none'),
  name: Name.describe('Of the new test'),
});

const failureView = ({ type: kind, title: words, error: reason }: Failed, actionIndex: number) => ({
  ...{ actionIndex, type: kind, title: words },
  ...(reason === undefined ? {} : { error: reason }),
});

export const performActions = defineTool({
  name: 'performActions',
  group: 'actions',
  scope: 'write',
  title: 'Perform actions',
  summary:
    'Do actions on the live page in order, up to the first that fails, and tell what changed: elements, tabs, dialogs, failed requests. A visit opens the window. keepAs stores what worked as a test.',
  input: {
    actions: ActionInputs.min(1).max(MOST_ACTIONS),
    keepAs: KeepAs.optional().describe('{moduleCode, name} of a new test that takes the actions that worked'),
    environment: EnvironmentInput,
  },
  output: z.strictObject({
    state: state.describe('passed, or how the one ended that failed'),
    done: z.array(Done),
    failed: z.strictObject({ actionIndex: z.number().int(), type, title, error }).optional(),
    notDone: z.array(z.string()).optional().describe('What stood after the one that failed'),
    page: LivePage,
    ...PageChanges.shape,
    kept: z.strictObject({ moduleCode: z.string(), testCode: z.string(), actions: z.number().int() }).optional(),
  }),
  errors: ['app-not-open', 'run-in-progress', 'invalid-project', 'not-found', 'browser-missing'],
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
  async run({ actions: inputs, keepAs, environment, versionId }, context) {
    const actions = readActions(inputs, () => UNSTORED_ACTION_ID);
    for (const [index, action] of actions.entries()) refuseNotAlone(action.type, `actions[${index}].type`);
    await refuseDuringRun(context);
    const content = versionOf(context, versionId);
    if (keepAs !== undefined) moduleNamed(content, keepAs.moduleCode);
    const place = livePlace(context, content, { environment });
    if (!windowOf(context).isOpen() && actions[0]?.type === 'visit') await openEmpty(context, place);
    const before = await pageState(context);
    const { done, failed } = await performUntilFailure(context, place, actions);
    const changes = await pageChanges(
      context,
      before,
      done.some(each => each.type === 'visit'),
    );
    const whatWorked = { inputs: inputs.slice(0, done.length), looks: done.map(({ look }) => look) };
    const kept = keepAs && (await keepActions(context, { versionId, keepAs, ...whatWorked }));
    const notDone = actions.slice(done.length + 1).map(actionTitle);
    return {
      state: failed?.state ?? 'passed',
      done: done.map(({ title: words, value, dialogs: answered, screenshot }, actionIndex) => ({
        ...{ actionIndex, title: words, screenshot, value },
        ...(answered === undefined ? {} : { dialogs: answered }),
      })),
      ...(failed === undefined ? {} : { failed: failureView(failed, done.length) }),
      ...(notDone.length === 0 ? {} : { notDone }),
      page: await pageOf(context, 0),
      ...changes,
      ...(kept === undefined ? {} : { kept }),
    };
  },
});
