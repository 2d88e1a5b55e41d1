import { z } from 'zod';
import { actionTitle } from '../../model/actions/index.ts';
import { ActionInput, readAction, UNSTORED_ACTION_ID } from '../../model/actions/read-action.ts';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import { ModuleCode, TestCode, TestReference, VariableName, VersionId } from '../../model/names/codes.ts';
import { findTest } from '../../model/project/edits/tests.ts';
import { type EnvironmentItem, environmentSecretKey } from '../../model/project/environment.ts';
import type { Module } from '../../model/project/module.ts';
import type { Test } from '../../model/project/test.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { KnownValues } from '../../model/recording/known-values.ts';
import { recordEvent } from '../../model/recording/record-event.ts';
import { beginRecording } from '../../model/recording/recording-rows.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { syntaxCheck } from '../process/syntax-check.ts';
import { environmentFor } from '../recording/keep-secret.ts';
import { TestRecording } from '../recording/test-recording.ts';
import { valuesOfTest } from '../recording/values-of-test.ts';
import { type PlanParts, type ToolContext, toolsOf } from './define/define-tool.ts';
import { choiceIn, EnvironmentInput, environmentOf, type IdeCall } from './define/ide-choice.ts';
import { ActionsReply, actionsReply, Position } from './tests/test-edits.ts';
import { holdingPage, limitsOf, windowOf } from './window/app-window.ts';
import { goTo } from './window/go-to.ts';

const defineTool = toolsOf('ide');

const NAMES = { test: 'testId', module: 'moduleId' };

const RecordingReply = z.strictObject({
  state: z.enum(['recording', 'idle']),
  versionId: VersionId.optional(),
  moduleId: ModuleCode.optional(),
  testId: TestCode.optional().describe('The test that is recorded into'),
  by: z.string().optional().describe('Who started it'),
  url: ObservedText.optional().describe('What the app window shows'),
  reason: ObservedText.optional().describe('Why nothing more is recorded, where it ended by itself'),
});

const RecordedActions = {
  ...ActionsReply.shape,
  actions: ActionsReply.shape.actions.describe('What was recorded, as it is in the test'),
};

interface RecordingChoice extends IdeCall {
  moduleId?: ModuleCode | undefined;
  testId?: TestReference | undefined;
}

interface RecordingTarget {
  content: VersionContent;
  module: Module;
  test: Test;
}

function targetOf(context: ToolContext, { moduleId, testId, ...call }: RecordingChoice): RecordingTarget {
  const { content, selection } = choiceIn(context, moduleId, call);
  const wanted = testId ?? selection.testId;
  if (wanted === undefined)
    throw new AppError('invalid-params', 'Name the test to record into: "testId" is missing, and none is chosen.', {
      field: 'testId',
      next: 'createTest',
    });
  const found = findTest(content, wanted, moduleId, NAMES);
  if (found.test.type === 'web') return { content, ...found };
  throw new AppError('invalid-params', `Only web tests are recorded; ${found.test.testCode} is not one.`, {
    field: 'testId',
  });
}

/** Where the run is paused, if that is in the test, else the end of the test. */
function positionIn(context: ToolContext, test: Test, at: number | undefined): number {
  const { state, action } = context.bridge.status(context.project.projectId);
  const isHere = state === 'paused' && action?.testCode === test.testCode;
  const position = at ?? (isHere ? action.actionIndex : test.actions.length);
  if (position <= test.actions.length) return position;
  throw new AppError('not-found', `Test ${test.testCode} has only ${test.actions.length} actions.`, {
    field: 'at',
    expected: `0 to ${test.actions.length}`,
  });
}

interface WantedWindow {
  content: VersionContent;
  url: string | undefined;
  environment: string | undefined;
  headed: boolean | undefined;
}

async function openWindow(context: ToolContext<PlanParts>, { content, url, environment, headed }: WantedWindow) {
  const { appUrl } = context.project.store.content.project;
  if (url === undefined && headed === undefined && windowOf(context).isOpen()) return;
  const target = url ?? (appUrl === undefined ? undefined : '/');
  if (target === undefined)
    throw new AppError('app-not-open', 'The app window is not open, and the project has no app address to open.', {
      next: 'navigateUrl',
    });
  try {
    await goTo(context, target, { content, environment, headed });
  } catch (error) {
    throw headed === true && isAppError(error, 'browser-missing') && error.detail.field === 'headed'
      ? noDisplay(context)
      : error;
  }
}

function noDisplay({ page, project }: ToolContext): AppError {
  const address = page.addressOf(project.projectId);
  const place = address === undefined ? 'the page that steploom open starts' : `the page at ${address}`;
  return new AppError(
    'browser-missing',
    `A window to record in needs a display, and there is none here. The other way is the live view of ${place}: its Record button needs no display.`,
    { field: 'headed', ...(address === undefined ? { next: 'steploom open' } : {}) },
  );
}

/** Of the caller's window. */
const slotOf = ({ project, windows }: ToolContext<'recordings'>) => project.recordings.in(windows.current);

async function begin(context: ToolContext<'runs' | 'userFiles' | 'recordings'>, target: RecordingTarget, how: Begin) {
  const { position, environment, continues, values } = how;
  const { project, actor, bridge, apps } = context;
  const { content, module, test } = target;
  const { settings, appUrl: stored } = project.store.content.project;
  const appUrl = await apps.resolve(stored, settings?.sampleShop ?? false);
  const secretNames = takenNames(context, content, environment);
  const blank = beginRecording({ tabs: [0], tab: 0, appUrl, secretNames });
  const before = test.actions.slice(0, position);
  const visits = (actor?: string) => before.some(action => action.type === 'visit' && action.actor === actor);
  const url = windowOf(context).url();
  const isPaused = bridge.status(project.projectId).state === 'paused';
  const went = { kind: 'went', way: 'visit', tab: 0, at: -Infinity } as const;
  const slot = slotOf(context);
  const recording = new TestRecording({
    store: project.store,
    runs: project.runs,
    keepFile: (path, bytes) => project.userFiles.write(path, bytes),
    place: {
      versionId: VersionId.parse(content.version.versionId),
      moduleCode: module.moduleCode,
      testCode: test.testCode,
      after: test.actions[position - 1]?.actionId,
      behind: new Set(test.actions.slice(position).map(({ actionId }) => actionId)),
      environment,
      actor,
    },
    recording: visits() || continues || isPaused || url === undefined ? blank : recordEvent(blank, { ...went, url }),
    values,
    visitsFirst: who => !continues && !isPaused && !visits(who),
    changed: () => slot.notify(),
  });
  const handle = await bridge.record(project.projectId, recording, limitsOf(context));
  const { current } = slot;
  if (current !== undefined) {
    await handle.stop();
    throw underWay(current);
  }
  recording.follow(handle);
  slot.begin(recording);
  return recording;
}

const underWay = ({ place }: TestRecording): AppError =>
  new AppError('busy', `${place.actor.name} is recording into ${place.testCode}.`, { next: 'stopRecording' });

interface Begin {
  position: number;
  continues: boolean;
  environment: string | undefined;
  values: KnownValues;
}

/** Names that a new secret cannot have; one that is there without a value waits for what is typed first. */
function takenNames({ project }: ToolContext, content: VersionContent, wanted: string | undefined): string[] {
  const { environmentCode, items = [] } = environmentFor(content, wanted) ?? {};
  const keyOf = (name: string) => environmentSecretKey(content.version.versionId, environmentCode ?? '', name);
  const isWaiting = ({ name, kind }: EnvironmentItem) => kind === 'secret' && !project.store.secrets.get(keyOf(name));
  return items.filter(item => !isWaiting(item)).map(({ name }) => name);
}

function stateOf(context: ToolContext<'recordings'>) {
  const { current } = slotOf(context);
  if (current === undefined) return { state: 'idle' as const };
  const { versionId, moduleCode, testCode, actor } = current.place;
  const url = windowOf(context).url();
  return {
    state: 'recording' as const,
    ...{ versionId, moduleId: moduleCode, testId: testCode, by: actor.name },
    url,
    reason: current.reason,
  };
}

function recordedIn(context: ToolContext, { place, actionIds }: TestRecording) {
  const content = context.project.store.content.versions.get(place.versionId);
  const module = content?.modules.get(place.moduleCode);
  const test = module?.tests.find(({ testCode }) => testCode === place.testCode);
  if (content === undefined || test === undefined) return { actions: [] };
  return actionsReply(content, test, actionIds);
}

export const startRecording = defineTool({
  name: 'startRecording',
  scope: 'write',
  title: 'Start recording',
  summary:
    'Put what a person does in the app window into a test, as it happens: clicks, typing, choices, files, tabs. The window is opened if need be. Passwords become secrets.',
  needsIde: 'never',
  input: {
    moduleId: ModuleCode.optional().describe('e.g. m1'),
    testId: TestReference.optional().describe('e.g. t57 or m1.t57; default: what is chosen in the IDE'),
    at: Position.optional().describe(
      'Position of the first action, from 0; default: where a run is paused, else the end',
    ),
    url: z.string().min(1).max(8_000).optional().describe('Goes there first; default: the page that is open'),
    continues: z
      .boolean()
      .optional()
      .describe('Others bring the page to where the test begins: no visit is put before what is recorded'),
    values: z
      .record(VariableName, z.string().max(100_000))
      .optional()
      .describe(
        'What parameters and columns of the test hold meanwhile, e.g. { user: "ann" }: a text that equals one is recorded as {{user}}; default: as in the paused run, else defaults and the first row',
      ),
    environment: EnvironmentInput,
    headed: z
      .boolean()
      .optional()
      .describe('Opens the window anew: true on the screen, false without; default: as it is'),
  },
  output: RecordingReply,
  errors: ['not-found', 'busy', 'app-not-open', 'run-in-progress', 'taken-over', 'browser-missing'],
  examples: [{ moduleId: 'm1', testId: 't1' }],
  hints: { openWorld: true },
  async run({ at, url, environment: wanted, headed, continues = false, values: given, ...call }, context) {
    const target = targetOf(context, call);
    const position = positionIn(context, target.test, at);
    const { versionId, ideId } = call;
    const own = environmentOf(context, target.content, { environment: wanted, versionId, ideId });
    const environment = own ?? context.project.store.content.project.defaultEnvironment;
    environmentFor(target.content, environment);
    const { bridge, project } = context;
    const run = bridge.status(project.projectId);
    const values = await valuesOfTest(target.test, { folder: project.folder, given, run });
    return await holdingPage(context, { doing: 'starting a recording' }, async held => {
      const { current } = slotOf(held);
      if (current !== undefined) throw underWay(current);
      await openWindow(held, { content: target.content, url, environment, headed });
      await begin(held, target, { position, environment, continues, values });
      return stateOf(held);
    });
  },
});

const titleOf = (fields: object): string =>
  actionTitle(readAction(fields, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck }));

export const stopRecording = defineTool({
  name: 'stopRecording',
  scope: 'write',
  title: 'Stop recording',
  summary: 'Stop the recording, and tell the actions that it has put into the test, with a check to end it with.',
  needsIde: 'never',
  output: z.strictObject({
    ...RecordingReply.omit({ state: true, url: true, by: true }).shape,
    ...RecordedActions,
    suggestion: ActionInput.optional().describe(
      'A check of what the app shows since the last action: not in the test until it is created there',
    ),
    suggestionTitle: ObservedText.optional().describe('The sentence of that check'),
  }),
  errors: ['not-running'],
  async run(_input, context) {
    const slot = slotOf(context);
    const recording = slot.current;
    if (recording === undefined)
      throw new AppError('not-running', 'Nothing is being recorded.', { next: 'startRecording' });
    const suggestion = await recording.stop();
    slot.end();
    const { versionId, moduleCode, testCode } = recording.place;
    return {
      ...{ versionId, moduleId: moduleCode, testId: testCode },
      reason: recording.reason,
      ...recordedIn(context, recording),
      ...(suggestion === undefined
        ? {}
        : { suggestion: ActionInput.parse(suggestion), suggestionTitle: titleOf(suggestion) }),
    };
  },
});

export const getRecording = defineTool({
  name: 'getRecording',
  scope: 'read',
  title: 'Get the recording',
  summary: 'Get what is being recorded, and into which test.',
  needsIde: 'never',
  output: z.strictObject({ ...RecordingReply.shape, ...RecordedActions }),
  run(_input, context) {
    const { current } = slotOf(context);
    return { ...stateOf(context), ...(current === undefined ? { actions: [] } : recordedIn(context, current)) };
  },
});
