import { AppError } from '../../model/errors/errors.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { openTestOf } from '../app/state.ts';
import { type Command, hasRunWindow, situationOf } from './command.ts';
import { testTarget } from './target.ts';

export const toggleRecording: Command = {
  title: 'Record, or stop recording',
  shortcut: '$mod+Alt+r',
  isForTextFields: true,
  obstacle(situation) {
    const { recording } = situation.state;
    if (recording.isOn) return undefined;
    if (hasRunWindow(situation.state)) return 'A run has the window';
    return testTarget(situation) === undefined ? 'Choose a test to record into' : undefined;
  },
  async run(ide) {
    const situation = situationOf(ide);
    await ide.editing.settled();
    if (situation.state.recording.isOn) return await stop(ide);
    const target = testTarget(situation);
    if (target === undefined) throw new AppError('not-found', 'Choose a test to record into.');
    await ide.session.call('startRecording', { testId: target.testCode, ...placeOf(situation, target.testCode) });
  },
};

async function stop({ store, session }: Ide): Promise<void> {
  const { before } = store.getState().recording;
  const { testId, suggestion } = await session.call('stopRecording', {});
  const isOffered = testId !== undefined && suggestion !== undefined;
  store.setView({ checkOffer: isOffered ? { testCode: testId, fields: suggestion, before } : undefined });
}

/** After the chosen action of the shown test, else where the service decides. */
function placeOf({ state, place }: ReturnType<typeof situationOf>, code: string): { at?: number } {
  const actions = openTestOf(state, code)?.actions ?? [];
  const at = isInProject(place) ? actions.findIndex(({ actionId }) => actionId === place.actionId) : -1;
  return at < 0 ? {} : { at: at + 1 };
}
