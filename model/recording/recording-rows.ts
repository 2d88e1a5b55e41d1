/** What a recording has come to, and how its rows are made, continued and taken back. */
import type { ElementLook } from '../locator/element-look.ts';
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
  origin: Pick<RawEvent, 'kind' | 'actor' | 'tab' | 'at'> & { key?: string | undefined; isField?: boolean };
  /** The page reacted to the change of focus. */
  isRefocusing?: boolean | undefined;
  /** Something follows it: another event on the same element gets its own row. */
  isClosed?: boolean;
  sight?: ElementLook | undefined;
}

interface RecordedWindow {
  tabs: readonly number[];
  tab: number;
  /** Tabs that the page opened, which alone can close themselves. */
  popups: readonly number[];
}

/** Of a test of several people, it has the window of the one who acted last. */
export interface Recording extends RecordedWindow {
  rows: readonly RecordedRow[];
  actor: string | undefined;
  /** Of the other actors. */
  windows: ReadonlyMap<string | undefined, RecordedWindow>;
  appUrl: string | undefined;
  secretNames: readonly string[];
  nextRow: number;
}

export const beginRecording = (start: Pick<Recording, 'tabs' | 'tab' | 'appUrl' | 'secretNames'>): Recording => ({
  ...start,
  rows: [],
  actor: undefined,
  windows: new Map(),
  popups: [],
  nextRow: 1,
});

type TabsOfWindow = Pick<RecordedWindow, 'tabs' | 'tab'>;

/** With a window as it is when it begins to be recorded. */
export const withWindow = (recording: Recording, actor: string | undefined, { tabs, tab }: TabsOfWindow): Recording =>
  actor === recording.actor
    ? { ...recording, tabs, tab, popups: [] }
    : { ...recording, windows: new Map(recording.windows).set(actor, { tabs, tab, popups: [] }) };

/** With the window of whoever acts now. */
export function inWindowOf(recording: Recording, { actor, tab }: RawEvent): Recording {
  if (actor === recording.actor) return recording;
  const { tabs, tab: current, popups } = recording;
  const next = recording.windows.get(actor) ?? { tabs: [tab], tab, popups: [] };
  const windows = new Map(recording.windows).set(recording.actor, { tabs, tab: current, popups });
  return { ...recording, ...next, actor, windows };
}

export type EventOf<Kind extends RawEvent['kind']> = Extract<RawEvent, { kind: Kind }>;

export const withoutRows = (recording: Recording, gone: ReadonlySet<number>): Recording => ({
  ...recording,
  rows: recording.rows.filter(({ row }) => !gone.has(row)),
});

/** The last row must not be continued after an action that came by other means. */
export const withLastClosed = (recording: Recording): Recording => {
  const last = recording.rows.at(-1);
  return last === undefined || last.isClosed === true ? recording : replaceLast(recording, { ...last, isClosed: true });
};

export type UserEvent = Exclude<RawEvent, { kind: 'opened' | 'closed' | 'went' | 'dialog' | 'refocused' | 'reset' }>;

export function onTarget(
  { locators: [locator = '', ...fallbacks] }: RecordedTarget,
  fields: RecordedFields,
): RecordedFields {
  return { ...fields, locator, ...(fallbacks.length === 0 ? {} : { fallbacks }) };
}

export const isInTab = ({ origin }: RecordedRow, { actor, tab }: Pick<RawEvent, 'actor' | 'tab'>): boolean =>
  origin.actor === actor && origin.tab === tab;

/** What was done last in the same window. */
export const lastInWindow = ({ rows }: Recording, { actor }: Pick<RawEvent, 'actor'>): RecordedRow | undefined =>
  rows.findLast(({ origin }) => origin.actor === actor);

export const isOf = (row: RecordedRow, event: UserEvent | EventOf<'reset'>): boolean =>
  isInTab(row, event) && event.target !== undefined && row.origin.key === event.target.key;

export const goesOn = (row: RecordedRow, event: UserEvent): boolean => row.isClosed !== true && isOf(row, event);

export const isTabKey = ({ origin, fields }: RecordedRow): boolean =>
  origin.kind === 'press' && /^(?:Shift\+)?Tab$/.test(String(fields.key));

export const isFieldClick = ({ origin, fields }: RecordedRow): boolean =>
  origin.kind === 'click' && origin.isField === true && fields.type !== 'rightClick';

export const isTyping = (event: UserEvent): boolean =>
  event.kind === 'fill' ||
  event.kind === 'emptied' ||
  event.kind === 'keyed' ||
  (event.kind === 'press' && event.isTyped === true);

/** Without the click or key that only moved the focus to the element of the next event. */
export function settled(recording: Recording, event: UserEvent): Recording {
  const last = recording.rows.at(-1);
  if (last === undefined || last.isClosed === true || !isInTab(last, event)) return recording;
  // Typing focuses the field itself.
  if (last.isRefocusing === true && !(isTyping(event) && isOf(last, event))) return recording;
  // Keys go to where the caret is, which a click into a text has put.
  if (event.kind === 'keyed' && last.fields.position !== undefined) return recording;
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

export function addRow(recording: Recording, event: RawEvent, fields: RecordedFields, more: More = {}): Recording {
  const key = 'target' in event ? event.target?.key : undefined;
  const { isField, isRefocusing, secret, keys } = more;
  const row: RecordedRow = {
    row: recording.nextRow,
    fields,
    ...(secret === undefined ? {} : { secret }),
    ...(keys === undefined ? {} : { keys }),
    ...(isRefocusing === true ? { isRefocusing } : {}),
    ...('target' in event && event.target?.sight !== undefined ? { sight: event.target.sight } : {}),
    origin: {
      ...{ kind: event.kind, key, actor: event.actor, tab: event.tab, at: event.at },
      ...(isField === undefined ? {} : { isField }),
    },
  };
  return { ...recording, rows: [...recording.rows, row], nextRow: recording.nextRow + 1 };
}

export const replaceLast = (recording: Recording, row: RecordedRow): Recording => ({
  ...recording,
  rows: [...recording.rows.slice(0, -1), row],
});

export const ownPlace = ({ fields: { locator, fallbacks } }: RecordedRow) => ({
  ...(locator === undefined ? {} : { locator }),
  ...(fallbacks === undefined ? {} : { fallbacks }),
});

/** An event repeated on the same element replaces its row, which keeps the locator. */
export function replaceOrAdd(
  recording: Recording,
  event: UserEvent,
  fields: RecordedFields,
  more: More = {},
): Recording {
  const last = recording.rows.at(-1);
  if (last === undefined || last.origin.kind !== event.kind || !goesOn(last, event))
    return addRow(recording, event, fields, more);
  const kept = { ...fields, ...ownPlace(last) };
  const { secret } = more;
  const origin = { ...last.origin, at: event.at };
  return replaceLast(recording, { ...last, fields: kept, origin, ...(secret === undefined ? {} : { secret }) });
}

/** An event in another tab begins with switching to it. */
export function onTab(recording: Recording, event: RawEvent): Recording {
  if (event.tab === recording.tab) return recording;
  const index = recording.tabs.indexOf(event.tab);
  if (index < 0) return { ...recording, tab: event.tab, tabs: [...recording.tabs, event.tab] };
  return addRow({ ...recording, tab: event.tab }, event, { type: 'switchTab', tab: String(index) });
}
