/**
 * Turns events of the app window into actions of a test. Pure: each event makes a new recording, and whoever writes the
 * test compares the rows.
 */
import type { ElementLook } from '../locator/element-look.ts';
import { escapeExpressions } from '../values/template.ts';
import { fieldsOfKeys, isKeyOfText, pressOf } from './keyed-text.ts';
import type { RawEvent, RecordedTarget } from './raw-event.ts';

export type RecordedFields = { type: string; locator?: string; fallbacks?: string[] } & Record<string, unknown>;

export interface RecordedRow {
  /** Stable while the row changes. */
  row: number;
  fields: RecordedFields;
  /** Typed into a password field: never part of an action. */
  secret?: { name: string; value: string };
  /** Pressed one after the other, in one element or in none. */
  keys?: readonly string[];
  origin: { kind: RawEvent['kind']; key?: string | undefined; tab: number; at: number; isField?: boolean };
  /** The page reacted to the change of focus. */
  isRefocusing?: boolean | undefined;
  /** Something follows it: another event on the same element gets its own row. */
  isClosed?: boolean;
  sight?: ElementLook | undefined;
}

export interface Recording {
  rows: readonly RecordedRow[];
  tabs: readonly number[];
  tab: number;
  /** Tabs that the page opened, which alone can close themselves. */
  popups: readonly number[];
  appUrl: string | undefined;
  secretNames: readonly string[];
  nextRow: number;
}

export const beginRecording = (start: Pick<Recording, 'tabs' | 'tab' | 'appUrl' | 'secretNames'>): Recording => ({
  ...start,
  rows: [],
  popups: [],
  nextRow: 1,
});

/** What happens within this time after an action is caused by it. */
const CAUSED_MS = 3_000;

type EventOf<Kind extends RawEvent['kind']> = Extract<RawEvent, { kind: Kind }>;

export function recordEvent(recording: Recording, event: RawEvent): Recording {
  switch (event.kind) {
    case 'opened':
      return opened(recording, event);
    case 'closed':
      return closed(recording, event);
    case 'went':
      return went(recording, event);
    case 'dialog':
      return answered(recording, event);
    case 'refocused':
      return refocused(recording);
    case 'reset':
      return isLastOf(recording, event) ? withLastClosed(recording) : recording;
    default:
      return acted(onTab(recording, event), event);
  }
}

export const withoutRows = (recording: Recording, gone: ReadonlySet<number>): Recording => ({
  ...recording,
  rows: recording.rows.filter(({ row }) => !gone.has(row)),
});

/** The last row must not be continued after an action that came by other means. */
export const withLastClosed = (recording: Recording): Recording => {
  const last = recording.rows.at(-1);
  return last === undefined || last.isClosed === true ? recording : replaceLast(recording, { ...last, isClosed: true });
};

type UserEvent = Exclude<RawEvent, { kind: 'opened' | 'closed' | 'went' | 'dialog' | 'refocused' | 'reset' }>;

function acted(recording: Recording, event: UserEvent): Recording {
  if (event.kind !== 'press' && event.target?.locators.length === 0) return recording;
  switch (event.kind) {
    case 'click':
      return clicked(recording, event);
    case 'fill':
      return filled(recording, event);
    case 'emptied':
      // A run is faster than a person: what it types before the page answers would be lost.
      return add(settled(recording, event), event, on(event.target, emptyCheck(event)));
    case 'tick':
      return add(settled(recording, event), event, on(event.target, { type: event.isTicked ? 'check' : 'uncheck' }));
    case 'choose':
      return replaceOrAdd(
        settled(recording, event),
        event,
        on(event.target, { type: 'select', values: event.values.map(escapeExpressions) }),
      );
    case 'upload':
      return replaceOrAdd(settled(recording, event), event, on(event.target, { type: 'upload', files: event.files }));
    case 'hover':
      return add(recording, event, on(event.target, { type: 'hover' }));
    case 'right-click':
      return add(settled(recording, event), event, on(event.target, { type: 'rightClick', ...held(event.modifiers) }));
    case 'drag': {
      const [target] = event.onto.locators;
      if (target === undefined) return recording;
      const { position, targetPosition } = event;
      const places = { ...(position && { position }), ...(targetPosition && { targetPosition }) };
      return add(settled(recording, event), event, on(event.target, { type: 'drag', target, ...places }));
    }
    case 'press':
      return pressed(recording, event);
    case 'scroll': {
      const by = { ...(event.x !== 0 && { x: event.x }), ...(event.y !== 0 && { y: event.y }) };
      return add(recording, event, { ...placeOf(event.target), type: 'scroll', ...by });
    }
  }
}

const emptyCheck = ({ isEditable = false }: EventOf<'emptied'>) => ({
  type: 'assert',
  matcher: isEditable ? 'toHaveText' : 'toHaveValue',
  expected: '',
});

/** Keys go on what was begun in the same element, as a text, or where none has the focus, as in games. */
function pressed(recording: Recording, event: EventOf<'press'>): Recording {
  const { target, key } = event;
  const place = placeOf(target);
  const fieldsOf = place.locator === undefined ? pressOf : fieldsOfKeys;
  const fields = fieldsOf([key]);
  // A key without a name on the keyboard of runs.
  if (fields === undefined) return recording;
  const last = recording.rows.at(-1);
  if (last?.keys !== undefined && goesOnByKeys(last, event)) {
    const keys = [...last.keys, key];
    const more = fieldsOf(keys);
    if (more !== undefined) return replaceLast(recording, { ...last, keys, fields: { ...more, ...ownPlace(last) } });
  }
  const base = isTyping(event) ? settled(recording, event) : recording;
  return add(base, event, { ...place, ...fields }, { keys: [key] });
}

function goesOnByKeys(row: RecordedRow, { tab, target, key }: EventOf<'press'>): boolean {
  const { origin, keys: [first = ''] = [] } = row;
  if (row.isClosed === true || origin.tab !== tab || origin.key !== target?.key) return false;
  return target === undefined ? !isTabKey(row) : isKeyOfText(first, key);
}

function placeOf(target: RecordedTarget | undefined): Omit<RecordedFields, 'type'> {
  if (target === undefined || target.locators.length === 0) return {};
  const { type: _, ...fields } = on(target, { type: 'press' });
  return fields;
}

function on({ locators: [locator = '', ...fallbacks] }: RecordedTarget, fields: RecordedFields): RecordedFields {
  return { ...fields, locator, ...(fallbacks.length === 0 ? {} : { fallbacks }) };
}

const held = (modifiers: readonly string[]) => (modifiers.length === 0 ? {} : { modifiers });

function clicked(recording: Recording, event: EventOf<'click'>): Recording {
  const last = recording.rows.at(-1);
  const isAgain = last?.origin.kind === 'click' && goesOn(last, event);
  if (isAgain && event.count === 2 && last.fields.type === 'click')
    return replaceLast(recording, { ...last, fields: { ...last.fields, type: 'dblclick' } });
  // The third click in a row selects a paragraph, which the double-click has begun.
  if (isAgain && event.count > 2) return recording;
  if (event.isField && last !== undefined && goesOn(last, event) && last.origin.kind === 'fill') return recording;
  const { position, modifiers, target, isField, isRefocusing } = event;
  const fields = { type: 'click', ...held(modifiers), ...(position === undefined ? {} : { position }) };
  return add(settled(recording, event), event, on(target, fields), { isField, isRefocusing });
}

/** Typing continues its row; text before and after special keys has rows of its own. */
function filled(recording: Recording, event: EventOf<'fill'>): Recording {
  const { target, value, isSecret } = event;
  const last = recording.rows.at(-1);
  const isMore = last?.origin.kind === 'fill' && goesOn(last, event);
  if (event.isLeft && !isMore && isKnownValue(recording, event)) return recording;
  const base = isMore ? recording : settled(recording, event);
  if (!isSecret) return replaceOrAdd(base, event, on(target, { type: 'fill', value: escapeExpressions(value) }));
  const name = secretNameFor(recording, event);
  const fields = on(target, { type: 'fill', value: `{{secret.${name}}}` });
  return replaceOrAdd(base, event, fields, { secret: { name, value } });
}

const typedValue = ({ secret, fields }: RecordedRow) => secret?.value ?? fields.value;

function isKnownValue({ rows }: Recording, event: EventOf<'fill'>): boolean {
  const before = rows.findLast(row => row.origin.kind === 'fill' && isOf(row, event));
  return before !== undefined && typedValue(before) === typedIn(event);
}

const typedIn = ({ value, isSecret }: EventOf<'fill'>): string => (isSecret ? value : escapeExpressions(value));

function secretNameFor({ rows, secretNames }: Recording, event: EventOf<'fill'>): string {
  const own = rows.find(row => row.secret !== undefined && isOf(row, event));
  if (own?.secret !== undefined) return own.secret.name;
  const taken = new Set([...secretNames, ...rows.flatMap(({ secret }) => secret?.name ?? [])]);
  for (let number = 1; ; number++) {
    const name = number === 1 ? 'password' : `password${number}`;
    if (!taken.has(name)) return name;
  }
}

const isLastOf = ({ rows }: Recording, event: EventOf<'reset'>): boolean => {
  const last = rows.at(-1);
  return last !== undefined && isOf(last, event);
};

const isOf = ({ origin }: RecordedRow, event: UserEvent | EventOf<'reset'>): boolean =>
  origin.tab === event.tab && event.target !== undefined && origin.key === event.target.key;

const goesOn = (row: RecordedRow, event: UserEvent): boolean => row.isClosed !== true && isOf(row, event);

const isTabKey = ({ origin, fields }: RecordedRow): boolean =>
  origin.kind === 'press' && /^(?:Shift\+)?Tab$/.test(String(fields.key));

const isFieldClick = ({ origin, fields }: RecordedRow): boolean =>
  origin.kind === 'click' && origin.isField === true && fields.type !== 'rightClick';

/** Keeps the visit of a field that the page reacted to. After typing, whatever is next leaves the field. */
function refocused(recording: Recording): Recording {
  const { rows } = recording;
  const since = rows.findLastIndex(row => !isTabKey(row) && !isFieldClick(row)) + 1;
  if (since === rows.length - 1 && rows.slice(since).every(isTabKey)) return recording;
  return { ...recording, rows: rows.map((row, index) => (index < since ? row : { ...row, isRefocusing: true })) };
}

const isTyping = (event: UserEvent): boolean =>
  event.kind === 'fill' || event.kind === 'emptied' || (event.kind === 'press' && event.isTyped === true);

/** Without the click or key that only moved the focus to the element of the next event. */
function settled(recording: Recording, event: UserEvent): Recording {
  const last = recording.rows.at(-1);
  if (last === undefined || last.isClosed === true || last.origin.tab !== event.tab) return recording;
  // Typing focuses the field itself.
  if (last.isRefocusing === true && !(isTyping(event) && isOf(last, event))) return recording;
  const [isTab, isFocus] = [isTabKey(last), isFieldClick(last)];
  const isIntoField = isTyping(event) || (event.kind === 'click' && event.isField);
  const isDropped = isTab || (isFocus && isIntoField && !(event.kind === 'click' && isOf(last, event)));
  return isDropped ? settled({ ...recording, rows: recording.rows.slice(0, -1) }, event) : recording;
}

type More = {
  isField?: boolean;
  isRefocusing?: boolean;
  secret?: RecordedRow['secret'];
  keys?: readonly string[];
};

function add(recording: Recording, event: RawEvent, fields: RecordedFields, more: More = {}): Recording {
  const key = 'target' in event ? event.target?.key : undefined;
  const { isField, isRefocusing, secret, keys } = more;
  const row: RecordedRow = {
    row: recording.nextRow,
    fields,
    ...(secret === undefined ? {} : { secret }),
    ...(keys === undefined ? {} : { keys }),
    ...(isRefocusing === true ? { isRefocusing } : {}),
    ...('target' in event && event.target?.sight !== undefined ? { sight: event.target.sight } : {}),
    origin: { kind: event.kind, key, tab: event.tab, at: event.at, ...(isField === undefined ? {} : { isField }) },
  };
  return { ...recording, rows: [...recording.rows, row], nextRow: recording.nextRow + 1 };
}

const replaceLast = (recording: Recording, row: RecordedRow): Recording => ({
  ...recording,
  rows: [...recording.rows.slice(0, -1), row],
});

const ownPlace = ({ fields: { locator, fallbacks } }: RecordedRow) => ({
  ...(locator === undefined ? {} : { locator }),
  ...(fallbacks === undefined ? {} : { fallbacks }),
});

/** An event repeated on the same element replaces its row, which keeps the locator. */
function replaceOrAdd(recording: Recording, event: UserEvent, fields: RecordedFields, more: More = {}): Recording {
  const last = recording.rows.at(-1);
  if (last === undefined || last.origin.kind !== event.kind || !goesOn(last, event))
    return add(recording, event, fields, more);
  const kept = { ...fields, ...ownPlace(last) };
  const { secret } = more;
  const origin = { ...last.origin, at: event.at };
  return replaceLast(recording, { ...last, fields: kept, origin, ...(secret === undefined ? {} : { secret }) });
}

/** An event in another tab begins with switching to it. */
function onTab(recording: Recording, event: RawEvent): Recording {
  if (event.tab === recording.tab) return recording;
  const index = recording.tabs.indexOf(event.tab);
  if (index < 0) return { ...recording, tab: event.tab, tabs: [...recording.tabs, event.tab] };
  return add({ ...recording, tab: event.tab }, event, { type: 'switchTab', tab: String(index) });
}

function opened(recording: Recording, event: EventOf<'opened'>): Recording {
  const next = { ...recording, tabs: [...recording.tabs, event.tab], tab: event.tab };
  return event.isByPage
    ? { ...next, popups: [...next.popups, event.tab] }
    : add(next, event, { type: 'newTab', ...addressIn(next, event.url) });
}

function addressIn(recording: Recording, url: string): { url?: string } {
  return /^(?:about:blank|chrome:)/.test(url) || url === '' ? {} : { url: shortAddress(recording, url) };
}

/** A page that closes itself because of an action does so again in a run. */
function closed(recording: Recording, event: EventOf<'closed'>): Recording {
  const index = recording.tabs.indexOf(event.tab);
  if (index < 0) return recording;
  const tabs = recording.tabs.filter(tab => tab !== event.tab);
  const tab = recording.tab === event.tab ? (tabs[Math.max(0, index - 1)] ?? recording.tab) : recording.tab;
  const next = { ...recording, tabs, tab };
  const isByPage = recording.popups.includes(event.tab) && isCaused(recording, event);
  if (tabs.length === 0 || isByPage) return next;
  const named = event.tab === recording.tab ? {} : { tab: String(index) };
  return add(next, event, { type: 'closeTab', ...named });
}

const isCaused = ({ rows }: Recording, { at, tab }: RawEvent): boolean => {
  const last = rows.at(-1);
  return last !== undefined && last.origin.tab === tab && at - last.origin.at < CAUSED_MS;
};

/** A navigation caused by an action needs no row; one by a person does. */
function went(recording: Recording, event: EventOf<'went'>): Recording {
  const last = recording.rows.at(-1);
  if (last?.origin.kind === 'opened' && last.fields.url === undefined && last.origin.tab === event.tab)
    return replaceLast(recording, { ...last, fields: { ...last.fields, ...addressIn(recording, event.url) } });
  if (event.way === 'visit' && (isCaused(recording, event) || /^(?:about:|chrome)/.test(event.url))) return recording;
  if (event.way !== 'visit' && last?.origin.kind !== 'went' && isCaused(recording, event)) return recording;
  const there = onTab(recording, event);
  if (event.way !== 'visit') return add(there, event, { type: event.way });
  return add(there, event, { type: 'visit', url: shortAddress(recording, event.url) });
}

/** Relative to the app of the project, where it is in that. */
export function shortAddress({ appUrl }: Pick<Recording, 'appUrl'>, url: string): string {
  const { origin: app, href } = (appUrl !== undefined && URL.parse(appUrl)) || {};
  const { origin, pathname, search, hash } = URL.parse(url) ?? {};
  if (app === undefined || app === 'null' || origin !== app || href === undefined) return url;
  return new URL(href).pathname === '/' ? `${pathname}${search}${hash}` : url;
}

/** The answer goes before the action that opens the dialog. Without one the dialog is dismissed. */
function answered(recording: Recording, event: EventOf<'dialog'>): Recording {
  if (!event.accept) return recording;
  const { accept, text } = event;
  const fields = { type: 'dialog', accept, ...(text === undefined || text === '' ? {} : { text }) };
  const { rows, ...next } = add(recording, event, fields);
  const [opener, dialog] = [rows.at(-2), rows.at(-1)];
  if (opener === undefined || dialog === undefined) return { ...next, rows };
  return { ...next, rows: [...rows.slice(0, -2), dialog, opener] };
}
