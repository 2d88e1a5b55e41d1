/** What was performed on the live page, of which a test can be made afterwards. */
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { Name, RunId, TestReference } from '../../model/names/codes.ts';
import { deleteModule } from '../../model/project/edits/modules.ts';
import { deleteTest, findTest } from '../../model/project/edits/tests.ts';
import { OutcomeName } from '../../model/run/run.ts';
import { isFinal } from '../../model/run/state.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { startRun } from '../runs/start-run.ts';
import { type EditParts, type LiveParts, type RunParts, type ToolContext, toolsOf } from './define/define-tool.ts';
import { EnvironmentInput, environmentOf } from './define/ide-choice.ts';
import { editVersion, versionOf } from './define/version.ts';
import { RunEndReply, runEndReply, runForCaller } from './runs/run-end.ts';
import { waitForRun } from './runs/run-status.ts';
import { keepActions, moduleNamed } from './tests/keep-actions.ts';
import { type NumberedAction, withoutDetours } from './tests/without-detours.ts';
import { windowOf } from './window/app-window.ts';

const defineTool = toolsOf('ide');

type KeepingContext = ToolContext<RunParts | LiveParts | EditParts>;

const PerformedView = z.strictObject({
  number: z.number().int().describe('From 1, in the order of doing'),
  title: ObservedText,
  detour: z.literal(true).optional().describe('What came after it undid it, or did it again'),
});

const allPerformed = ({ project, windows }: ToolContext<'performed'>): NumberedAction[] =>
  project.performed.in(windows.current).map((performed, index) => ({ ...performed, number: index + 1 }));

export const getPerformedActions = defineTool({
  name: 'getPerformedActions',
  needsIde: 'never',
  scope: 'read',
  title: 'List what was performed',
  summary: 'List the actions that worked in your app window since it was opened, of which a test can be made.',
  output: z.strictObject({ actions: z.array(PerformedView) }),
  run(_input, context) {
    const all = allPerformed(context);
    const kept = new Set(withoutDetours(all, windowOf(context).url()).map(({ number }) => number));
    return {
      actions: all.map(({ number, title }) => ({
        number,
        title,
        ...(kept.has(number) ? {} : { detour: true as const }),
      })),
    };
  },
});

export const dropPerformedAction = defineTool({
  name: 'dropPerformedAction',
  needsIde: 'never',
  scope: 'write',
  title: 'Remove the last performed action',
  summary: 'Remove the last action from the list of what was performed; the page stays as it is.',
  output: z.strictObject({ dropped: ObservedText, left: z.number().int() }),
  errors: ['not-found'],
  run(_input, { project, windows }) {
    const dropped = project.performed.dropLast(windows.current);
    if (dropped === undefined) throw nothingPerformed();
    return { dropped: dropped.title, left: project.performed.in(windows.current).length };
  },
});

const nothingPerformed = (): AppError =>
  new AppError('not-found', 'Nothing was performed in this window since it was opened.', { next: 'performActions' });

function chosen(context: KeepingContext, from: number): NumberedAction[] {
  const all = allPerformed(context);
  if (all.length === 0) throw nothingPerformed();
  const wanted = all.filter(({ number }) => number >= from);
  if (wanted.length === 0)
    throw new AppError('invalid-params', `${all.length} actions were performed, so there is no number ${from}.`, {
      field: 'from',
      expected: `1 to ${all.length}`,
    });
  return withoutDetours(wanted, windowOf(context).url());
}

const Kept = z.strictObject({ moduleCode: z.string(), testCode: z.string(), actions: z.number().int() });

export const keepPerformedActions = defineTool({
  name: 'keepPerformedActions',
  needsIde: 'never',
  scope: 'write',
  title: 'Create a test of what was performed',
  summary:
    'Create a test of what was performed in your app window since it was opened, without detours. It is run from a fresh start, beside the window, and kept only if it passes.',
  input: {
    name: Name.describe('Of the new test'),
    moduleCode: Name.describe('Code of a module; or a name, of one that is made if there is none'),
    from: z.number().int().min(1).optional().describe('First action, by its number in getPerformedActions'),
    tryFirst: z.boolean().optional().describe('false: store it without a run'),
    environment: EnvironmentInput,
  },
  output: z.strictObject({
    kept: Kept.optional().describe('Missing where it did not pass'),
    actions: z.array(ObservedText).describe('What it does'),
    outcome: OutcomeName.optional().describe('Of the run from a fresh start'),
    runId: RunId.optional(),
    failure: RunEndReply.shape.failure,
  }),
  errors: ['not-found', 'invalid-project', 'browser-missing'],
  examples: [{ name: 'Sign in', moduleCode: 'm1' }],
  async run({ name, moduleCode, from = 1, tryFirst = true, environment: wanted, versionId, ideId }, context) {
    const content = versionOf(context, versionId);
    const known = moduleNamed(content, moduleCode, 'moduleCode');
    const actions = chosen(context, from);
    const titles = actions.map(({ title }) => title);
    const kept = await keepActions(context, {
      versionId,
      keepAs: { moduleCode, name },
      performed: actions.map(({ action }) => action),
      looks: actions.map(({ look }) => look),
      role: context.project.performed.roleIn(context.windows.current),
    });
    if (kept === undefined || !tryFirst) return { kept, actions: titles };
    const environment = environmentOf(context, versionOf(context, versionId), { environment: wanted, ideId });
    const drop = () => dropAgain(context, { versionId, ...kept, isNewModule: known === undefined });
    const end = await tried(context, { versionId, environment, ...kept }).catch(async (error: unknown) => {
      await drop();
      throw error;
    });
    if (end.outcome !== 'passed') await drop();
    return { ...(end.outcome === 'passed' ? { kept } : {}), actions: titles, ...end };
  },
});

interface KeptTest {
  versionId: string | undefined;
  moduleCode: ReturnType<typeof moduleNamed> & string;
  testCode: Parameters<typeof deleteTest>[2];
}

/** Runs a test from a fresh start, beside the app window. */
async function tried(
  context: KeepingContext,
  { versionId, testCode, moduleCode, environment }: KeptTest & { environment: string | undefined },
) {
  const content = versionOf(context, versionId);
  const target = findTest(content, TestReference.parse(testCode), moduleCode);
  const request = { content, targets: [target], environment, isBeside: true };
  const runId = await startRun(context, runForCaller(context, request, 'ignore'));
  const status = await untilEnded(context, runId);
  const { failure } = await runEndReply(context, status);
  return { outcome: OutcomeName.parse(status.state), runId, failure };
}

const WAIT_SECONDS = 20;

async function untilEnded(context: KeepingContext, runId: RunId) {
  for (;;) {
    const status = await waitForRun(context, { wait: WAIT_SECONDS, runId });
    if (isFinal(status.state) || status.runId !== runId) return status;
    context.signal.throwIfAborted();
  }
}

async function dropAgain(
  context: KeepingContext,
  { versionId, moduleCode, testCode, isNewModule }: KeptTest & { isNewModule: boolean },
): Promise<void> {
  await editVersion(context, {
    versionId,
    title: 'keepPerformedActions',
    edit: draft => {
      deleteTest(draft, moduleCode, testCode, true);
      if (isNewModule && draft.draftModule(moduleCode).tests.length === 0) deleteModule(draft, moduleCode, true);
    },
  });
}
