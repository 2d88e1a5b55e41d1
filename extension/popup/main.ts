/** The popup of the extension: pairing, and what may be done with the tab in front. */
import '../no-eval.ts';
import type { PairingState } from '../messages.ts';
import { ask, onState, readState } from './ask.ts';
import { connectedView } from './connected-view.ts';
import { button, make } from './elements.ts';
import { pairingView } from './pairing-view.ts';
import { tabInFront } from './tab-in-front.ts';

const STATUS: Record<PairingState['status'], string> = {
  'not-paired': 'Not paired',
  connecting: 'Connecting…',
  connected: 'Connected',
  away: 'Not running',
  'wrong-version': 'Another release',
};

const part = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The popup has no ${id}.`);
  return found;
};

const tab = await tabInFront();
/** What the view was made of last: it is not made anew under somebody's hands for nothing. */
let shown = '';

function tell(problem: string | undefined): void {
  const place = part('problem');
  place.hidden = problem === undefined;
  place.textContent = problem ?? '';
}

/** Does what a button says; it cannot be pressed again meanwhile. */
async function perform(work: () => Promise<unknown>): Promise<void> {
  tell(undefined);
  const view = part('view');
  view.inert = true;
  try {
    await work();
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  } finally {
    view.inert = false;
  }
}

const unpair = () => button('Unpair', () => perform(() => ask({ kind: 'unpair' })), 'quiet');

function viewOf(state: PairingState): (Node | string)[] {
  if (state.status === 'not-paired') return pairingView(state, perform);
  if (state.status === 'connecting') return [make('p', {}, `Connecting to ${state.address}…`)];
  if (state.status === 'away')
    return [
      make('p', {}, `Steploom does not answer at ${state.address}. This browser connects again as soon as it runs.`),
      unpair(),
    ];
  if (state.status === 'wrong-version')
    return [
      make(
        'p',
        {},
        `Steploom is release ${state.release}, and this extension is of another. Press Reload on the card of Steploom in chrome://extensions.`,
      ),
      unpair(),
    ];
  return connectedView(state, tab, perform);
}

function show(state: PairingState): void {
  const status = part('status');
  status.textContent = STATUS[state.status];
  status.dataset.status = state.status;
  const key = JSON.stringify(state);
  if (key === shown) return;
  shown = key;
  part('view').replaceChildren(...viewOf(state));
  if (state.problem !== undefined) tell(state.problem);
  part('view').querySelector<HTMLElement>('[autofocus]')?.focus();
}

onState(show);
show(await readState());
