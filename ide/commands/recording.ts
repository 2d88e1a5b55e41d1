import type { Action } from '../../model/actions/index.ts';
import { AppError, isAppError } from '../../model/errors/errors.ts';
import type { OpenTest } from '../../model/protocol/channel/project-view.ts';
import { isRefusal } from '../app/bridge-client.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject, type Place } from '../app/places.ts';
import { openTestOf, snapshotOf } from '../app/state.ts';
import { showFailure } from '../app/toasts.tsx';
import { attempt, type Command, contentObstacle, hasRunWindow, type Situation, situationOf } from './command.ts';
import { playBefore } from './play-before.ts';
import { environmentOf } from './run-how.ts';
import { enableRecordedDraft } from './sign-in-draft.ts';
import { actionTarget, testTarget } from './target.ts';
import { type MadeTest, makeTest } from './tree-edits.ts';

function windowObstacleTo({ state }: Situation): string | undefined {
  return hasRunWindow(state) ? 'A run has the window' : undefined;
}

function obstacleTo(situation: Situation): string | undefined {
  const obstacle = windowObstacleTo(situation);
  if (obstacle !== undefined) return obstacle;
  return testTarget(situation) === undefined ? 'Choose a test to record into' : undefined;
}

export const toggleRecording: Command = {
  title: 'Record into the open test, or stop recording',
  shortcut: '$mod+Alt+r',
  isForTextFields: true,
  obstacle: situation => (situation.state.recording.isOn ? undefined : obstacleTo(situation)),
  async run(ide) {
    const { state } = situationOf(ide);
    await ide.editing.settled();
    if (state.recording.isOn) await stop(ide);
    else await start(ide, { isPlayed: true });
  },
};

/** There is a page to begin with, or an address to open. */
const pageObstacle = ({ state }: Situation): string | undefined =>
  state.app.isOpen || snapshotOf(state)?.project.appUrl !== undefined ? undefined : 'Open an address in the app first';

export const recordNew: Command = {
  title: 'Record a new test',
  shortcut: '$mod+Alt+n',
  isForTextFields: true,
  obstacle: situation =>
    situation.state.recording.isOn
      ? 'Something is being recorded already'
      : (windowObstacleTo(situation) ?? contentObstacle(situation.state) ?? pageObstacle(situation)),
  async run(ide) {
    await ide.editing.settled();
    const from = ide.navigation.place();
    const { made, discard } = await makeTest(ide);
    ide.navigation.goWithin({ tab: 'modules', ...made });
    try {
      await ide.session.call('startRecording', made);
    } catch (error) {
      // After a lost connection it may have begun.
      if (isAppError(error)) await leaveNothing(ide, { made, discard, from });
      throw error;
    }
  },
};

interface Refused extends MadeTest {
  /** What was shown before. */
  from: Place;
}

async function leaveNothing({ navigation }: Ide, { made, discard, from }: Refused): Promise<void> {
  const place = navigation.place();
  if (isInProject(place) && place.testId === made.testId) navigation.go(from, { replace: true });
  await discard().catch((error: unknown) => {
    // Why it could not be recorded says more.
    if (!isRefusal(error)) throw error;
  });
}

export const recordHere: Command = {
  title: 'Record from the page as it is',
  shortcut: '$mod+Alt+Shift+R',
  isForTextFields: true,
  obstacle: situation =>
    situation.state.recording.isOn ? 'Something is being recorded already' : obstacleTo(situation),
  async run(ide) {
    await ide.editing.settled();
    await start(ide, { isPlayed: false });
  },
};

export const recordAfterRow: Command = {
  title: 'Record after this',
  obstacle: situation =>
    recordHere.obstacle(situation) ??
    (actionTarget(situation) === undefined ? 'Choose the action to record after' : undefined),
  async run(ide) {
    await ide.editing.settled();
    await start(ide, { isPlayed: true });
  },
};

async function start(ide: Ide, { isPlayed }: { isPlayed: boolean }): Promise<void> {
  const situation = situationOf(ide);
  const target = testTarget(situation);
  if (target === undefined) throw new AppError('not-found', 'Choose a test to record into.');
  const { moduleCode: moduleId, testCode: testId } = target;
  const test = openTestOf(situation.state, testId);
  const after = chosenIn(situation, test);
  const last = after ?? test?.actions.at(-1)?.actionId;
  const isLed = isPlayed && test !== undefined && isToPlay(situation, test, last);
  if (isLed && !(await play(ide, test, last))) return;
  const at = isLed || after !== undefined ? placeAfter(ide, testId, last) : {};
  await ide.session.call('startRecording', { moduleId, testId, ...at, ...(isLed ? { continues: true } : {}) });
}

async function stop(ide: Ide): Promise<void> {
  const { store, session } = ide;
  const { before } = store.getState().recording;
  const { testId, suggestion, actions } = await session.call('stopRecording', {});
  const last = actions.at(-1)?.actionId;
  const kept = openTestOf(store.getState(), testId)?.actions ?? [];
  const since = kept.slice(kept.findIndex(({ actionId }) => actionId === last) + 1);
  const isOffered =
    testId !== undefined && suggestion !== undefined && !since.some(action => isSameCheck(action, suggestion));
  store.setView({
    checkOffer: isOffered ? { testCode: testId, fields: suggestion, before } : undefined,
    recordedTo: testId && last ? { testCode: testId, actionId: last, runId: store.getState().run.runId } : undefined,
  });
  const place = ide.navigation.place();
  if (isInProject(place)) void attempt('Run the sign-in test', () => enableRecordedDraft(ide, place.projectId));
}

/** One that was made by hand while the recording went on. */
const isSameCheck = (one: Action, other: object): boolean =>
  one.type === 'assert' &&
  ['matcher', 'locator', 'expected', 'not'].every(field => Reflect.get(one, field) === Reflect.get(other, field));

/** The chosen action of the shown test; undefined: where the service decides. */
function chosenIn({ place }: Situation, test: OpenTest | undefined): string | undefined {
  const chosen = isInProject(place) ? place.actionId : undefined;
  return test?.actions.find(({ actionId }) => actionId === chosen)?.actionId;
}

/** Not where the page stands there already: a run is paused, or a recording ended there and nothing has run since. */
function isToPlay({ state }: Situation, { testCode, actions }: OpenTest, last: string | undefined): boolean {
  const { run, app, view } = state;
  if (run.state === 'paused') return false;
  const to = actions.findIndex(({ actionId }) => actionId === last);
  const { recordedTo: there } = view;
  const isThere = app.isOpen && there?.testCode === testCode && there.actionId === last && there.runId === run.runId;
  return !isThere && actions.slice(0, to + 1).some(({ type, disabled }) => type !== 'comment' && disabled !== true);
}

/** Whether the page is now where what is recorded goes on. */
async function play(ide: Ide, test: OpenTest, last: string | undefined): Promise<boolean> {
  const { store } = ide;
  const { testCode: testId, actions } = test;
  const toAction = actions.findIndex(({ actionId }) => actionId === last);
  const state = store.getState();
  const row = snapshotOf(state)?.tests[testId]?.hasData ? { row: 0 } : {};
  const environment = environmentOf(state);
  const given = { testId, toAction, ...row, environment, breakpoints: 'ignore' as const, retries: 0 };
  store.setView({ playing: { testCode: testId, count: toAction + 1 } });
  try {
    const played = await playBefore(ide, { name: 'runTest', given });
    if (played.state === 'passed') return true;
    if (played.state !== 'stopped')
      showFailure(
        'Nothing is recorded yet',
        `What stands before did not pass in ${played.runId}, so the page is not where the recording goes on. Mend it, or choose “${recordHere.title}”.`,
      );
    return false;
  } finally {
    store.setView({ playing: undefined });
  }
}

/** Others may have put actions before it meanwhile. */
function placeAfter({ store }: Ide, testCode: string, last: string | undefined): { at?: number } {
  const actions = openTestOf(store.getState(), testCode)?.actions ?? [];
  const at = actions.findIndex(({ actionId }) => actionId === last);
  return at < 0 ? {} : { at: at + 1 };
}
