import type { PairingState } from '../messages.ts';
import { ask } from './ask.ts';
import { button, make } from './elements.ts';
import { pageToolsView } from './page-tools-view.ts';
import type { Perform } from './perform.ts';
import { RecordPart } from './record-part.ts';
import type { TabInFront } from './tab-in-front.ts';

/** What may be done with the tab in front, and with the pairing at last. */
export function connectedView(state: PairingState, tab: TabInFront | undefined, perform: Perform): Node[] {
  const own = state.lent.find(({ tabId }) => tabId === tab?.tabId);
  const unpair = button('Unpair', () => perform(() => ask({ kind: 'unpair' })), 'quiet');
  if (own === undefined) return [...unlentView(state, tab, perform), make('hr'), make('footer', {}, unpair)];
  const giveBack = button('Give back', () => perform(() => ask({ kind: 'give-back', tabId: own.tabId })), 'plain');
  const view = lentView(state, { projectId: own.projectId, title: tab?.title }, perform);
  return [...view, make('hr'), make('footer', {}, giveBack, unpair)];
}

function unlentView(state: PairingState, tab: TabInFront | undefined, perform: Perform): Node[] {
  if (tab === undefined) return [make('p', {}, 'No tab is in front.')];
  if (!tab.isUsable) return [make('p', {}, 'Chrome lets no extension work in this page. Open the application first.')];
  if (state.projects.length === 0) return [make('p', {}, 'Steploom has no project open.')];
  return lendView(state, tab, perform);
}

function lendView(state: PairingState, { tabId, title }: TabInFront, perform: Perform): Node[] {
  const choice = make(
    'select',
    { name: 'project' },
    ...state.projects.map(({ projectId, name }) => make('option', { value: projectId }, name)),
  );
  const lend = button('Lend this tab', () =>
    perform(() => ask({ kind: 'lend', projectId: choice.value, tabId, title: title ?? 'Untitled' })),
  );
  lend.autofocus = true;
  return [
    make('label', {}, make('span', {}, 'Project'), choice),
    lend,
    make(
      'p',
      { class: 'hint' },
      'Steploom then sees this tab, and what it opens, and can act in it as you. Chrome shows a bar meanwhile.',
    ),
  ];
}

/** One for as long as the popup is open: what is typed in it outlasts whatever else changes. */
let record: { projectId: string; part: RecordPart } | undefined;

interface LentHere {
  projectId: string;
  title: string | undefined;
}

function lentView(state: PairingState, { projectId, title = 'Recording' }: LentHere, perform: Perform): Node[] {
  const name = state.projects.find(project => project.projectId === projectId)?.name ?? projectId;
  if (record?.projectId !== projectId)
    record = { projectId, part: new RecordPart({ projectId, address: state.address ?? '', title }, perform) };
  const { part } = record;
  void perform(() => part.start());
  const picking = state.picking?.projectId === projectId ? state.picking : undefined;
  return [
    make('p', {}, 'This tab is the app window of ', make('strong', {}, name), '.'),
    part.root,
    make('hr'),
    ...pageToolsView(projectId, picking, perform),
  ];
}
