import { mayFollowDownloads } from '../background/lent-downloads.ts';
import type { PairingState } from '../messages.ts';
import { button, make } from './elements.ts';
import { pageToolsView } from './page-tools-view.ts';
import type { Perform } from './perform.ts';
import { RecordPart } from './record-part.ts';
import type { TabInFront } from './tab-in-front.ts';

/** One for as long as the popup is open: what is typed in it outlasts whatever else changes. */
let record: { pairingId: string; part: RecordPart } | undefined;

/** What may be done in a tab that is lent. */
export function lentView(pairing: PairingState, { title = 'Recording' }: TabInFront, perform: Perform): Node[] {
  const { pairingId, project } = pairing;
  if (record?.pairingId !== pairingId) record = { pairingId, part: new RecordPart({ pairing, title }, perform) };
  return [
    make('p', {}, 'This tab is the app window of ', make('strong', {}, project.name), '.'),
    record.part.root,
    make('hr'),
    ...pageToolsView(pairing, perform),
    downloadsPart(perform),
  ];
}

/** Called whenever the worker tells of its state, once the view of it is shown. */
export function showRecording({ recording }: PairingState): void {
  if (record?.part.root.isConnected === true) record.part.follow(recording);
}

/** Asks for the one permission that not every test needs; empty once it is given. */
function downloadsPart(perform: Perform): HTMLElement {
  const part = make('p', { class: 'hint' });
  const allow = button(
    'Allow downloads',
    () =>
      perform(async () => {
        if (await chrome.permissions.request({ permissions: ['downloads'] })) part.replaceChildren();
      }),
    'quiet',
  );
  void mayFollowDownloads().then(isAllowed => {
    if (!isAllowed) part.append(allow, ' for tests that save files from this tab.');
  });
  return part;
}
