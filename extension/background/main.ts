/** The service worker of the extension: the connection to Steploom, and the tabs that are lent by it. */
import '../no-eval.ts';
import { type PairingState, type PopupAnswer, PopupRequest } from '../messages.ts';
import { ServiceConnection } from './connection.ts';

const RETRY_MINUTES = 0.5;

const BADGES: Partial<Record<PairingState['status'], string>> = { away: '!', 'wrong-version': '!' };
const TITLES: Record<PairingState['status'], string> = {
  'not-paired': 'Steploom: not paired',
  connecting: 'Steploom: connecting…',
  connected: 'Steploom: connected',
  away: 'Steploom: not running; connects again by itself',
  'wrong-version': 'Steploom: this extension is of another release',
};

const lentTitle = ({ picking }: PairingState): string =>
  picking?.isUnderWay === false ? 'Steploom: an element was picked' : 'Steploom: a tab is lent';

const connection = new ServiceConnection(state => {
  const isLent = state.lent.length > 0;
  const isPicked = state.picking?.isUnderWay === false;
  const lent = isPicked ? 'PICK' : 'LENT';
  void chrome.action.setBadgeText({ text: isLent ? lent : (BADGES[state.status] ?? '') });
  void chrome.action.setBadgeBackgroundColor({ color: isLent ? '#4257d6' : '#b3261e' });
  void chrome.action.setTitle({ title: isLent ? lentTitle(state) : TITLES[state.status] });
  // Nobody listens while the popup is closed.
  chrome.runtime.sendMessage({ kind: 'state-changed', state }).catch(() => {});
});

const resume = () => void connection.resume();
chrome.runtime.onStartup.addListener(resume);
chrome.runtime.onInstalled.addListener(resume);
chrome.alarms.onAlarm.addListener(resume);
void chrome.alarms.create('resume', { periodInMinutes: RETRY_MINUTES });
resume();

async function perform(request: PopupRequest): Promise<unknown> {
  if (request.kind === 'state') {
    // It may have been asleep until now, or have waited to try again.
    await connection.resume();
    return connection.state;
  }
  if (request.kind === 'pair') return await connection.pair(request.address, request.code);
  if (request.kind === 'unpair') return await connection.unpair();
  if (request.kind === 'lend') {
    const { kind: _kind, ...tab } = request;
    return await connection.lend(tab);
  }
  if (request.kind === 'give-back') return await connection.giveBack(request.tabId);
  if (request.kind === 'pick') return await connection.pick(request.projectId);
  if (request.kind === 'pick-cancel') return connection.cancelPick();
  return await connection.call(request.name, request.arguments);
}

chrome.runtime.onMessage.addListener((message, sender, respond) => {
  const request = PopupRequest.safeParse(message).data;
  if (sender.id !== chrome.runtime.id || request === undefined) return undefined;
  const answer = (given: PopupAnswer) => respond(given);
  perform(request).then(
    result => answer({ result: result ?? null }),
    (error: unknown) => answer({ problem: error instanceof Error ? error.message : String(error) }),
  );
  return true;
});
