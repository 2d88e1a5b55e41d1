/** The service worker of the extension: the pairings with Steploom, and the tabs that are lent by them. */
import '../no-eval.ts';
import { type WorkerAnswer, WorkerRequest, type WorkerState } from '../messages.ts';
import { Pairings } from './pairings.ts';
import { RecordingStore } from './recording-store.ts';

/** Wakes the worker that Chrome has put to sleep. As it is loaded unpacked, there is no least time. */
const RETRY_MINUTES = 4 / 60;

const ACCENT = '#4257d6';
const DANGER = '#b3261e';

/** What the button says in the toolbar. */
function badgeOf({ pairings }: WorkerState): { text: string; color: string; title: string } {
  const lending = pairings.filter(({ lent }) => lent.length > 0);
  const [first] = lending;
  if (lending.some(({ picking }) => picking?.isUnderWay === false))
    return { text: 'PICK', color: ACCENT, title: 'Steploom: an element was picked' };
  if (first !== undefined)
    return { text: 'LENT', color: ACCENT, title: `Steploom: a tab is lent to ${first.project.name}` };
  const has = (status: string) => pairings.some(pairing => pairing.status === status);
  if (has('wrong-version'))
    return { text: '!', color: DANGER, title: 'Steploom: this extension is of another release' };
  if (has('connected')) return { text: '', color: ACCENT, title: 'Steploom: connected' };
  if (has('away')) return { text: '!', color: DANGER, title: 'Steploom: not running; connects again by itself' };
  return { text: '', color: ACCENT, title: pairings.length === 0 ? 'Steploom: not paired' : 'Steploom: connecting…' };
}

/** Told once each time it changes: most changes are of what the popup shows. */
let saidTitle: string | undefined;

function sayOnButton({ text, color, title }: ReturnType<typeof badgeOf>): void {
  if (title === saidTitle) return;
  saidTitle = title;
  void chrome.action.setBadgeText({ text });
  void chrome.action.setBadgeBackgroundColor({ color });
  void chrome.action.setTitle({ title });
}

const pairings = new Pairings(state => {
  sayOnButton(badgeOf(state));
  // Nobody listens while the popup is closed.
  chrome.runtime.sendMessage({ kind: 'state-changed', state }).catch(() => {});
});
const recordings = new RecordingStore(pairings);

const resume = () => void pairings.resume();
chrome.runtime.onStartup.addListener(resume);
chrome.runtime.onInstalled.addListener(resume);
chrome.alarms.onAlarm.addListener(resume);
void chrome.alarms.create('resume', { periodInMinutes: RETRY_MINUTES });
resume();

async function perform(request: WorkerRequest): Promise<unknown> {
  switch (request.kind) {
    case 'state':
      // It may have been asleep until now, or have waited to try again.
      await pairings.resume();
      return pairings.state;
    case 'pair':
      return await pairings.pair(request.code);
    case 'unpair':
      return await pairings.unpair(request.pairingId);
    case 'lend':
      return await pairings.lend(request.pairingId, request.tabId);
    case 'take-back':
      return await pairings.takeBack(request.tabId);
    case 'pick':
      return pairings.pick(request.pairingId);
    case 'pick-cancel':
      return pairings.cancelPick(request.pairingId);
    case 'call':
      return await pairings.call(request.pairingId, request.name, request.arguments);
    case 'store-recording':
      return await recordings.store(request.recording);
  }
}

chrome.runtime.onMessage.addListener((message, sender, respond) => {
  const request = WorkerRequest.safeParse(message).data;
  if (sender.id !== chrome.runtime.id || request === undefined) return undefined;
  const answer = (given: WorkerAnswer) => respond(given);
  perform(request).then(
    result => answer({ result: result ?? null }),
    (error: unknown) => answer({ problem: error instanceof Error ? error.message : String(error) }),
  );
  return true;
});
