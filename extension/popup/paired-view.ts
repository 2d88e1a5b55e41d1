import { ask } from '../ask-worker.ts';
import { whyNotLent } from '../background/lendable.ts';
import type { PairingState, WorkerState } from '../messages.ts';
import { button, make } from './elements.ts';
import { lentView } from './lent-view.ts';
import { pairingForm } from './pairing-view.ts';
import type { Perform } from './perform.ts';
import type { TabInFront } from './tab-in-front.ts';

interface PairedViewOptions {
  state: WorkerState;
  pairing: PairingState;
  tab: TabInFront | undefined;
  perform: Perform;
  /** Shows all again, for the pairing that is chosen by now. */
  again(): void;
}

const STATUS: Record<PairingState['status'], string> = {
  connecting: 'Connecting…',
  connected: 'Connected',
  away: 'Not running',
  'wrong-version': 'Another release',
};

/** The project that was chosen last; the one that has the tab comes before it. */
let chosen: string | undefined;

/** Undefined where none is paired. */
export function shownPairing({ pairings }: WorkerState, tab: TabInFront | undefined): PairingState | undefined {
  const connected = pairings.find(({ status }) => status === 'connected');
  return (
    pairings.find(({ lent }) => tab !== undefined && lent.includes(tab.tabId)) ??
    pairings.find(({ pairingId }) => pairingId === chosen) ??
    connected ??
    pairings[0]
  );
}

export function statusOf(
  pairing: PairingState | undefined,
  tab: TabInFront | undefined,
): { text: string; kind: string } {
  if (pairing === undefined) return { text: 'Not paired', kind: 'not-paired' };
  const isLent = tab !== undefined && pairing.lent.includes(tab.tabId);
  return { text: isLent ? 'Lent' : STATUS[pairing.status], kind: pairing.status };
}

/** What may be done with the tab in front, and with the pairing at last. */
export function pairedView(options: PairedViewOptions): Node[] {
  const { pairing, tab, perform } = options;
  const { pairingId } = pairing;
  const isLent = tab !== undefined && pairing.lent.includes(tab.tabId);
  const unpair = button('Unpair', () => perform(() => ask({ kind: 'unpair', pairingId })), 'quiet');
  if (isLent) {
    const takeBack = button('Take back', () => perform(() => ask({ kind: 'take-back', tabId: tab.tabId })), 'plain');
    return [...lentView(pairing, tab, perform), make('hr'), make('footer', {}, takeBack, unpair)];
  }
  return [projectChoice(options), ...viewOf(options), make('hr'), make('footer', {}, anotherProject(perform), unpair)];
}

function projectChoice({ state: { pairings }, pairing, again }: PairedViewOptions): HTMLElement {
  if (pairings.length === 1) return make('p', {}, 'Project ', make('strong', {}, pairing.project.name));
  const choice = make(
    'select',
    { name: 'project' },
    ...pairings.map(({ pairingId, project }) => make('option', { value: pairingId }, project.name)),
  );
  choice.value = pairing.pairingId;
  choice.addEventListener('change', () => {
    chosen = choice.value;
    again();
  });
  return make('label', {}, make('span', {}, 'Project'), choice);
}

function viewOf({ state, pairing, tab, perform }: PairedViewOptions): Node[] {
  const { status, address, release } = pairing;
  if (status === 'connecting') return [make('p', {}, `Connecting to ${address}…`)];
  if (status === 'away')
    return [make('p', {}, `Steploom does not answer at ${address}. This browser connects again as soon as it runs.`)];
  if (status === 'wrong-version')
    return [
      make(
        'p',
        {},
        `Steploom is release ${release}, and this extension is of another. Press Reload on the card of Steploom in chrome://extensions.`,
      ),
    ];
  if (tab === undefined) return [make('p', {}, 'No tab is in front.')];
  const refusal = tab.url === undefined ? undefined : whyNotLent(tab.url, state.origins);
  return refusal === undefined ? lendView(pairing, tab.tabId, perform) : [make('p', {}, refusal)];
}

function lendView({ pairingId, lent }: PairingState, tabId: number, perform: Perform): Node[] {
  const lend = button('Lend this tab', () => perform(() => ask({ kind: 'lend', pairingId, tabId })));
  lend.autofocus = true;
  const hint =
    'Steploom then sees this tab, and what it opens, and can act in it as you. Chrome shows a bar meanwhile.';
  const other = 'Another tab is lent to this project; it is given back when you lend this one.';
  return [lend, make('p', { class: 'hint' }, lent.length > 0 ? other : hint)];
}

function anotherProject(perform: Perform): HTMLElement {
  const more = make('details', {}, make('summary', {}, 'Pair another project'), pairingForm(perform));
  more.querySelector('[autofocus]')?.removeAttribute('autofocus');
  return more;
}
