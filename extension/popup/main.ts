/** The popup of the extension: pairing, and what may be done with the tab in front. */
import '../no-eval.ts';
import { onState, readState } from '../ask-worker.ts';
import type { PairingState, WorkerState } from '../messages.ts';
import { make } from './elements.ts';
import { showRecording } from './lent-view.ts';
import { pairedView, shownPairing, statusOf } from './paired-view.ts';
import { notPairedView } from './pairing-view.ts';
import { tabInFront } from './tab-in-front.ts';

const part = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The popup has no ${id}.`);
  return found;
};

const tab = await tabInFront();
/** What the view was made of last: it is not made anew under somebody's hands for nothing. */
let shown = '';

function showProblem(problem: string | undefined): void {
  const place = part('problem');
  place.hidden = problem === undefined;
  place.textContent = problem ?? '';
}

/** Does what a button says; it cannot be pressed again meanwhile. */
async function perform(work: () => Promise<unknown>): Promise<void> {
  showProblem(undefined);
  const view = part('view');
  view.inert = true;
  try {
    await work();
  } catch (error) {
    showProblem(error instanceof Error ? error.message : String(error));
  } finally {
    view.inert = false;
  }
}

function show(state: WorkerState): void {
  const pairing = shownPairing(state, tab);
  const status = part('status');
  const { text, kind } = statusOf(pairing, tab);
  status.textContent = text;
  status.dataset.status = kind;
  // What is recorded shows itself in the view that there is.
  const key = JSON.stringify(state, (name, value) => (name === 'recording' ? undefined : value));
  const isShown = key === shown;
  shown = key;
  if (!isShown) part('view').replaceChildren(...viewOf(state, pairing));
  if (pairing !== undefined) showRecording(pairing);
  if (isShown) return;
  if (state.problem !== undefined) showProblem(state.problem);
  part('view').querySelector<HTMLElement>('[autofocus]')?.focus();
}

const viewOf = (state: WorkerState, pairing: PairingState | undefined): Node[] =>
  pairing === undefined
    ? notPairedView(perform)
    : pairedView({ state, pairing, tab, perform, again: () => choose(state) });

/** Another project was chosen: all is shown for that one. */
function choose(state: WorkerState): void {
  shown = '';
  show(state);
}

onState(show);
try {
  show(await readState());
} catch (error) {
  part('view').replaceChildren(make('p', {}, 'The extension does not answer. Press Reload on its card in Chrome.'));
  showProblem(error instanceof Error ? error.message : String(error));
}
