import { shortAddress } from '../../../../model/recording/record-tabs.ts';
import { messageOf } from '../../../app/bridge-client.ts';
import type { NewAction } from '../../../app/edits.ts';
import { otherInFront } from '../../../app/front-actor.ts';
import type { Ide } from '../../../app/ide.ts';
import { isInProject } from '../../../app/places.ts';
import { openTestOf, snapshotOf } from '../../../app/state.ts';
import { createAction } from '../test/create-action.ts';

/** Enough for an element that is there already. */
const LIMIT_MS = 5_000;

/** Performs an action in the app and adds it to the test that is open now. Answers what went wrong, if anything. */
export async function performAndAdd(ide: Ide, chosen: NewAction): Promise<string | undefined> {
  const who = whoIsInFront(ide);
  const action = { ...chosen, ...who };
  const ahead = wayToPage(ide);
  const asked = placeOfNew(ide);
  try {
    const fault = await perform(ide, action);
    if (fault !== undefined) return fault;
  } catch (error) {
    return messageOf(error);
  }
  if (asked === undefined) return 'It was done in the app, but no test is open that could take the action.';
  const now = placeOfNew(ide);
  // Another test may have been opened meanwhile.
  const place = now?.testCode === asked.testCode ? now : asked;
  const outcome = await createAction(ide, { ...place, fields: action, ahead });
  return outcome.kind === 'failed'
    ? `It was done in the app, but not added to the test: ${outcome.error.message}`
    : undefined;
}

async function perform({ session }: Ide, action: NewAction): Promise<string | undefined> {
  // There is no picture to compare with before a run has taken one.
  if (action.type === 'assert' && action.matcher === 'toHaveScreenshot') return undefined;
  const { fallbacks: _unused, ...performed } = action;
  const { state, error } = await session.call('performAction', { action: { ...performed, timeoutMs: LIMIT_MS } });
  return state === 'passed' ? undefined : (error?.message ?? 'It could not be done.');
}

function windowInFront({ store, navigation }: Ide) {
  const place = navigation.place();
  return otherInFront(store.getState(), isInProject(place) ? place.testId : undefined);
}

const whoIsInFront = (ide: Ide): { actor?: string } => {
  const { name } = windowInFront(ide) ?? {};
  return name === undefined ? {} : { actor: name };
};

/** What somebody does first in a test begins with a visit to the page that is shown. */
function wayToPage(ide: Ide): NewAction[] {
  const [state, place] = [ide.store.getState(), ide.navigation.place()];
  const who = whoIsInFront(ide);
  const { url = '' } = windowInFront(ide) ?? state.app;
  const test = isInProject(place) ? openTestOf(state, place.testId) : undefined;
  if (test === undefined || state.recording.isOn || !/^https?:/.test(url)) return [];
  if (who.actor === undefined ? test.actions.length > 0 : test.actions.some(({ actor }) => actor === who.actor))
    return [];
  return [{ type: 'visit', url: shortAddress({ appUrl: snapshotOf(state)?.project.appUrl }, url), ...who }];
}

/** Where Add action would put it; while recording, after what is recorded so far. */
function placeOfNew({ store, navigation }: Ide) {
  const [state, place] = [store.getState(), navigation.place()];
  if (!isInProject(place) || place.testId === undefined) return undefined;
  if (snapshotOf(state)?.tests[place.testId] === undefined) return undefined;
  const actions = openTestOf(state, place.testId)?.actions ?? [];
  const { recording } = state;
  if (recording.isOn && recording.testCode === place.testId) {
    const behind = actions.findIndex(({ actionId }) => actionId === recording.before);
    const after = actions[(behind < 0 ? actions.length : behind) - 1]?.actionId;
    return { testCode: place.testId, after };
  }
  const chosen = actions.find(({ actionId }) => actionId === place.actionId) ?? actions.at(-1);
  return { testCode: place.testId, after: chosen?.actionId };
}
