import { AppError } from '../../model/errors/errors.ts';
import type { ActionId, TestCode } from '../../model/names/codes.ts';
import { isUnsaved } from '../app/feature-texts.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { type IdeState, snapshotOf } from '../app/state.ts';
import type { ArgumentsOf, ToolName } from '../app/tool-replies.ts';
import { type Command, isRunning, runObstacle, type Situation, situationOf } from './command.ts';
import { featureTarget } from './features.ts';
import { howToRun } from './run-how.ts';
import { runTests, severalToRun } from './run-several.ts';
import { type RunCall, startRun } from './start-run.ts';
import { testTarget } from './target.ts';

interface Control<Name extends ToolName> extends Pick<Command, 'title' | 'shortcut' | 'isForTextFields'> {
  tool: Name;
  given: ArgumentsOf<NoInfer<Name>>;
  obstacle(state: IdeState): string | undefined;
}

const control = <Name extends ToolName>({ tool, given, obstacle, ...command }: Control<Name>): Command => ({
  ...command,
  obstacle: ({ state }) => obstacle(state),
  run: async ({ session }) => void (await session.call(tool, given)),
});

const ofPausedRun = {
  tool: 'resumeTest' as const,
  isForTextFields: true,
  obstacle: ({ run }: IdeState) => (run.state === 'paused' ? undefined : 'No run is paused'),
};

export const pauseRun = control({
  title: 'Pause',
  tool: 'pauseTest',
  given: {},
  obstacle: ({ run }) => (run.state === 'running' ? undefined : 'No test is running'),
});

export const resumeRun = control({ ...ofPausedRun, title: 'Resume', shortcut: 'F8', given: { mode: 'continue' } });
export const stepOver = control({ ...ofPausedRun, title: 'Step', shortcut: 'F10', given: { mode: 'step-over' } });

export const stopRun = control({
  title: 'Stop',
  shortcut: '$mod+Shift+Enter',
  isForTextFields: true,
  tool: 'stopTest',
  given: {},
  obstacle: state => (isRunning(state) ? undefined : 'No run is in progress'),
});

/** `from`: the action to begin at, wherever it is in its test by now. */
export type RerunCall = RunCall & { from?: { testCode: TestCode; actionId: ActionId } };

/** As many as a test can have. */
const ALL = 1_000;

export async function runAgain(ide: Ide, { from, ...call }: RerunCall): Promise<string> {
  if (call.name !== 'runTest' || from === undefined) return await startRun(ide, call);
  await ide.editing.settled();
  const fromAction = await positionOf(ide, from, call.given.versionId);
  return await startRun(ide, { name: 'runTest', given: { ...call.given, fromAction } });
}

/** Actions may have moved since. Errors: `not-found`. */
async function positionOf(
  ide: Ide,
  { testCode, actionId }: { testCode: TestCode; actionId: ActionId },
  versionId: string | undefined,
) {
  const moduleCode = snapshotOf(ide.store.getState())?.tests[testCode]?.moduleCode;
  const given = { versionId, moduleCode, testCode, limit: ALL };
  const { actions } = await ide.session.call('getActions', given);
  const position = actions.findIndex(action => action.actionId === actionId);
  if (position < 0) throw new AppError('not-found', 'The action is no longer in the test.');
  return position;
}

/** A scenario or a feature where those are shown, else modules and tests. */
function runFor(situation: Situation): ((ide: Ide) => Promise<unknown>) | undefined {
  const { place, state } = situation;
  if (!isInProject(place)) return undefined;
  if (place.tab === 'features') {
    const { feature, scenario } = featureTarget(situation) ?? {};
    if (scenario !== undefined) return ide => runFeatures(ide, { scenarios: [scenario.scenario] });
    return feature && (ide => runFeatures(ide, { features: [feature.featureCode] }));
  }
  const several = severalToRun(situation);
  if (several !== undefined) return ide => runTests(ide, several);
  const test = testTarget(situation);
  const { isLent } = state.app;
  const where = test && { moduleId: test.moduleCode, testId: test.testCode, ...howToRun(state) };
  const given = where && (isLent === true ? { ...where, context: 'live' as const } : where);
  return given && (ide => startRun(ide, { name: 'runTest', given }));
}

export const runSelected: Command = {
  title: 'Run',
  shortcut: '$mod+Enter',
  isForTextFields: true,
  obstacle(situation) {
    const { state, place } = situation;
    const obstacle = runObstacle(state);
    if (obstacle !== undefined) return obstacle;
    const what = isInProject(place) && place.tab === 'features' ? 'a feature or a scenario' : 'a test or a module';
    return runFor(situation) === undefined ? `Choose ${what} to run` : undefined;
  },
  async run(ide) {
    await runFor(situationOf(ide))?.(ide);
  },
};

/** By code; of a scenario also one example row, such as `f1.s2.r0`. */
export type RunnableFeatures = { features: readonly string[] } | { scenarios: readonly string[] };

/** Saves texts first, so that what is shown is what runs. */
export async function runFeatures(ide: Ide, what: RunnableFeatures): Promise<void> {
  const codes = 'features' in what ? what.features : what.scenarios;
  for (const feature of new Set(codes.map(code => code.split('.', 1)[0] ?? code))) await saveFirst(ide, feature);
  const given = { ...what, ...howToRun(ide.store.getState()) };
  const runId = await startRun(ide, { name: 'runFeatures', given });
  ide.navigation.goWithin({ tab: 'runs', runId });
}

/** Errors: `conflict`. */
export async function saveFirst({ store, texts }: Ide, feature: string): Promise<void> {
  await texts.save(feature);
  if (isUnsaved(store.getState(), feature))
    throw new AppError('conflict', 'Its text is not saved. Open Text to see what is wrong.');
}
