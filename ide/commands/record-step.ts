import { AppError, isAppError } from '../../model/errors/errors.ts';
import { fillPlaceholders } from '../../model/feature/fill-step.ts';
import { parameterNames, patternOf, shownPattern, valuesIn } from '../../model/feature/step-pattern.ts';
import type { TestCode } from '../../model/names/codes.ts';
import { counted } from '../../model/names/counted.ts';
import { stepLink } from '../app/feature-links.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject, type Place } from '../app/places.ts';
import { type IdeState, snapshotOf } from '../app/state.ts';
import { showDone, showFailure } from '../app/toasts.tsx';
import type { FeatureScenario, FeatureStep } from '../app/tool-replies.ts';
import { hasRunWindow } from './command.ts';
import { type PlayedBefore, playBefore } from './play-before.ts';
import { saveFirst } from './run-control.ts';
import { environmentOf } from './run-how.ts';
import { arePattern, type StepParameter, testOfStep } from './step-links.ts';

interface StepToRecord {
  step: FeatureStep;
  scenario: FeatureScenario;
}

const TITLE = 'Record this step';

/** Undo reverts what was recorded before it reverts the test that was made for the step. */
export async function recordStep(ide: Ide, texts: readonly string[], { step, scenario }: StepToRecord): Promise<void> {
  const state = ide.store.getState();
  if (state.recording.isOn) throw new AppError('busy', 'Stop the recording that is under way first.');
  if (hasRunWindow(state)) throw new AppError('busy', 'A run has the window.');
  const origin = ide.navigation.place();
  // A paused run has brought the page to the step already.
  const led = state.run.state === 'paused' ? { continues: true } : await leadTo(ide, { step, scenario });
  if (led === undefined) return;
  const cells = await firstExample(ide, scenario);
  const { name, parameters, isTaking, values } = testFor(texts, step, cells);
  const { moduleCode, testCode, module, linked = 0 } = await testOfStep(ide, texts, { name, parameters, isTaking });
  ide.navigation.goWithin({ tab: 'modules', moduleId: moduleCode, testId: testCode });
  const { continues, problem } = led;
  await ide.session.call('startRecording', { moduleId: moduleCode, testId: testCode, continues, values });
  returnAfter(ide, testCode, isInProject(origin) ? { ...origin, scenario: scenario.scenario } : origin);
  showDone(`Created a test in ${module} and linked ${counted(linked, 'step')}. Recording starts now.`);
  if (problem !== undefined) showFailure('Recording starts from the page as it is', problem);
}

type ExampleCells = Readonly<Record<string, string>>;

/** With which the steps before a step of an outline run. */
async function firstExample(
  { session }: Ide,
  { scenario, rows = 0, examples }: FeatureScenario,
): Promise<ExampleCells> {
  if (rows === 0) return {};
  if (examples !== undefined) return examples[0]?.values ?? {};
  const { features } = await session.call('getFeatures', { feature: featureOf(scenario), limit: 1 });
  const found = features[0]?.scenarios.find(each => each.scenario === scenario);
  return found?.examples?.[0]?.values ?? {};
}

const featureOf = (scenario: string): string => scenario.split('.', 1)[0] ?? scenario;

function testFor(texts: readonly string[], { table, docString }: FeatureStep, cells: ExampleCells) {
  const [text = ''] = texts;
  const values = valuesIn(text);
  const names = parameterNames(texts);
  const parameters: StepParameter[] = [
    ...names.map((name, at) => ({ name, ...defaultOf(values[at]) })),
    ...(table === undefined ? [] : [{ name: 'table' }]),
    ...(docString === undefined ? [] : [{ name: 'text' }]),
  ];
  const name = arePattern(texts) ? shownPattern(patternOf(text)) : text;
  const held = values.flatMap((value, at) => {
    const said = fillPlaceholders(value, cells);
    return isPlaceholder(said) ? [] : [[names[at] ?? '', said] as const];
  });
  return { name, parameters, isTaking: names.length > 0, values: Object.fromEntries(held) };
}

/** The value of the text, so that the test runs by itself; a placeholder has no value. */
const defaultOf = (value: string | undefined): { default?: string } =>
  value === undefined || isPlaceholder(value) ? {} : { default: value };

const isPlaceholder = (value: string): boolean => /^<.*>$/.test(value);

interface Led {
  /** Whether the steps before have opened a page to go on with. */
  continues: boolean;
  problem?: string | undefined;
}

/** Runs the steps before, of an outline with its first example; undefined where the person stopped that. */
async function leadTo(ide: Ide, { step, scenario }: StepToRecord): Promise<Led | undefined> {
  const before = scenario.steps.filter(({ index }) => index < step.index);
  if (before.length === 0) return { continues: false };
  const gap = before.find(({ text }) => !isLinked(ide, text));
  const notLinked = gap && `The step before, “${gap.text}”, is not linked to a test.`;
  if (gap === before[0]) return { continues: false, problem: notLinked };
  try {
    const { runId, state } = await runBefore(ide, scenario);
    if (state === 'stopped') return undefined;
    const known = ide.store.getState().results.steps[scenario.scenario] ?? {};
    const failed = before.find(({ index }) => known[index] === 'failed' || known[index] === 'error');
    return { continues: true, problem: failed ? `The step before, “${failed.text}”, failed in ${runId}.` : notLinked };
  } catch (error) {
    if (!isAppError(error)) throw error;
    return { continues: false, problem: `The steps before could not run: ${error.message}` };
  }
}

function isLinked({ store }: Ide, text: string): boolean {
  const snapshot = snapshotOf(store.getState());
  return snapshot !== undefined && stepLink(snapshot, text).isLinked;
}

/** The run ends at the step, which is not linked yet. */
async function runBefore(ide: Ide, { scenario, rows = 0 }: FeatureScenario): Promise<PlayedBefore> {
  await saveFirst(ide, featureOf(scenario));
  const environment = environmentOf(ide.store.getState());
  const one = rows > 0 ? `${scenario}.r0` : scenario;
  const given = { scenario: one, environment, breakpoints: 'ignore' as const };
  showDone(`${TITLE}: the steps before it run first.`);
  return await playBefore(ide, { name: 'runTest', given });
}

/** Goes back to the scenario when the recording ends, if the test is still shown. */
function returnAfter({ store, navigation }: Ide, testCode: TestCode, origin: Place): void {
  const isOn = ({ recording }: IdeState) => recording.isOn && recording.testCode === testCode;
  let hasBegun = isOn(store.getState());
  const unsubscribe = store.subscribe(state => {
    hasBegun ||= isOn(state);
    if (!hasBegun || isOn(state)) return;
    unsubscribe();
    const place = navigation.place();
    if (isInProject(place) && place.testId === testCode) navigation.go(origin);
  });
}
