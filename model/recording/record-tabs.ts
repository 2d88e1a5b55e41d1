/** What happens to tabs and their dialogs becomes rows of a recording, unless an action has caused it. */
import type { RawEvent } from './raw-event.ts';
import {
  addRow,
  type EventOf,
  isInTab,
  lastInWindow,
  onTab,
  type RecordedRow,
  type Recording,
  replaceLast,
} from './recording-rows.ts';

/** What happens within this time after an action is caused by it. */
const CAUSED_MS = 3_000;

/** Too soon after a click for a person to close a tab. */
const AT_ONCE_MS = 600;

/** The number of no tab. */
const UNKNOWN_TAB = -1;

export function opened(recording: Recording, event: EventOf<'opened'>): Recording {
  const next = { ...recording, tabs: [...recording.tabs, event.tab], tab: event.tab };
  return event.isByPage || isByClick(recording, event)
    ? { ...next, popups: [...next.popups, event.tab] }
    : addRow(next, event, { type: 'newTab', ...addressIn(next, event.url) });
}

/** Such as one on a link with Control held, whose tab the browser opens beside the page. */
function isByClick(recording: Recording, event: EventOf<'opened'>): boolean {
  const { at, url } = event;
  const last = lastInWindow(recording, event);
  const modifiers = last?.fields.modifiers;
  if (last?.origin.tab !== recording.tab || !Array.isArray(modifiers) || EMPTY_TAB.test(url)) return false;
  return at - last.origin.at < CAUSED_MS && modifiers.some(key => /^(?:Control|ControlOrMeta|Meta|Shift)$/.test(key));
}

const EMPTY_TAB = /^(?:about:|chrome:|$)/;

function addressIn(recording: Recording, url: string): { url?: string } {
  return /^(?:about:blank|chrome:)/.test(url) || url === '' ? {} : { url: shortAddress(recording, url) };
}

/**
 * A page that closes itself because of an action does so again in a run. Where a person may as well have closed it, the
 * next action says in which tab it is.
 */
export function closed(recording: Recording, event: EventOf<'closed'>): Recording {
  const index = recording.tabs.indexOf(event.tab);
  if (index < 0) return recording;
  const tabs = recording.tabs.filter(tab => tab !== event.tab);
  const tab = recording.tab === event.tab ? (tabs[Math.max(0, index - 1)] ?? recording.tab) : recording.tab;
  const next = { ...recording, tabs, tab };
  const isByPage = recording.popups.includes(event.tab) && isCaused(recording, event);
  if (tabs.length === 0) return next;
  if (isByPage) {
    const isSure = event.tab !== recording.tab || isAtOnce(recording, event);
    return isSure ? next : { ...next, tab: UNKNOWN_TAB };
  }
  const named = event.tab === recording.tab ? {} : { tab: String(index) };
  return addRow(next, event, { type: 'closeTab', ...named });
}

const isAtOnce = (recording: Recording, event: RawEvent): boolean =>
  event.at - (lastInWindow(recording, event)?.origin.at ?? 0) < AT_ONCE_MS;

const isCaused = (recording: Recording, event: RawEvent): boolean => {
  const last = lastInWindow(recording, event);
  return last !== undefined && isInTab(last, event) && event.at - last.origin.at < CAUSED_MS;
};

/** A navigation caused by an action needs no row; one by a person does. */
export function went(recording: Recording, event: EventOf<'went'>): Recording {
  const last = recording.rows.at(-1);
  if (last !== undefined && isEmptyTab(last, event))
    return replaceLast(recording, { ...last, fields: { ...last.fields, ...addressIn(recording, event.url) } });
  if (event.way === 'visit' && (isCaused(recording, event) || /^(?:about:|chrome)/.test(event.url))) return recording;
  if (event.way !== 'visit' && lastInWindow(recording, event)?.origin.kind !== 'went' && isCaused(recording, event))
    return recording;
  const there = onTab(recording, event);
  if (event.way !== 'visit') return addRow(there, event, { type: event.way });
  return addRow(there, event, { type: 'visit', url: shortAddress(recording, event.url) });
}

const isEmptyTab = (row: RecordedRow, event: EventOf<'went'>): boolean =>
  row.origin.kind === 'opened' && row.fields.url === undefined && isInTab(row, event);

/** Relative to the app of the project, where it is in that. */
export function shortAddress({ appUrl }: Pick<Recording, 'appUrl'>, url: string): string {
  const { origin: app, href } = (appUrl !== undefined && URL.parse(appUrl)) || {};
  const { origin, pathname, search, hash } = URL.parse(url) ?? {};
  if (app === undefined || app === 'null' || origin !== app || href === undefined) return url;
  return new URL(href).pathname === '/' ? `${pathname}${search}${hash}` : url;
}

/** The answer goes before the action that opens the dialog. Without one the dialog is dismissed. */
export function answered(recording: Recording, event: EventOf<'dialog'>): Recording {
  if (!event.accept) return recording;
  const { accept, text } = event;
  const fields = { type: 'dialog', accept, ...(text === undefined || text === '' ? {} : { text }) };
  const opener = recording.rows.findLastIndex(({ origin }) => origin.actor === event.actor);
  const { rows, ...next } = addRow(recording, event, fields);
  if (opener < 0) return { ...next, rows };
  return { ...next, rows: [...rows.slice(0, opener), ...rows.slice(-1), ...rows.slice(opener, -1)] };
}
