/**
 * Turns events of the app window into actions of a test. Pure: each event makes a new recording, and whoever writes the
 * test compares the rows.
 */
import { escapeExpressions } from '../values/template.ts';
import { fieldsOfKeys, isKeyOfText, pressOf, rowsOfKeys } from './keyed-text.ts';
import type { RawEvent, RecordedTarget } from './raw-event.ts';
import { answered, closed, opened, went } from './record-tabs.ts';
import {
  addRow,
  type EventOf,
  goesOn,
  inWindowOf,
  isFieldClick,
  isInTab,
  isOf,
  isTabKey,
  isTyping,
  onTab,
  onTarget,
  ownPlace,
  type RecordedFields,
  type RecordedRow,
  type Recording,
  replaceLast,
  replaceOrAdd,
  settled,
  type UserEvent,
  withLastClosed,
} from './recording-rows.ts';

export const recordEvent = (recording: Recording, event: RawEvent): Recording =>
  recordInWindow(inWindowOf(recording, event), event);

function recordInWindow(recording: Recording, event: RawEvent): Recording {
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
      return refocused(recording, event);
    case 'reset':
      return isLastOf(recording, event) ? withLastClosed(recording) : recording;
    default:
      return acted(onTab(recording, event), event);
  }
}

function acted(recording: Recording, event: UserEvent): Recording {
  if (event.kind !== 'press' && event.target?.locators.length === 0) return recording;
  switch (event.kind) {
    case 'click':
      return clicked(recording, event);
    case 'fill':
      return filled(recording, event);
    case 'emptied':
      // A run is faster than a person: what it types before the page answers would be lost.
      return addRow(settled(recording, event), event, onTarget(event.target, emptyCheck(event)));
    case 'tick':
      return addRow(
        settled(recording, event),
        event,
        onTarget(event.target, { type: event.isTicked ? 'check' : 'uncheck' }),
      );
    case 'choose':
    case 'upload':
      return chosen(recording, event);
    case 'hover':
      return addRow(recording, event, onTarget(event.target, { type: 'hover' }));
    case 'right-click':
      return addRow(
        settled(recording, event),
        event,
        onTarget(event.target, { type: 'rightClick', ...held(event.modifiers) }),
      );
    case 'drag':
      return dragged(recording, event);
    case 'press':
      return pressed(event.awaited === undefined ? recording : awaiting(recording, event, event.awaited), event);
    case 'keyed':
      return keyed(recording, event);
    case 'paste':
      return pasted(recording, event);
    case 'scroll':
      return scrolled(recording, event);
  }
}

function scrolled(recording: Recording, event: EventOf<'scroll'>): Recording {
  const by = { ...(event.x !== 0 && { x: event.x }), ...(event.y !== 0 && { y: event.y }) };
  return addRow(recording, event, { ...placeOf(event.target), type: 'scroll', ...by });
}

/** What has the same result however often it is told: the last counts. */
function chosen(recording: Recording, event: EventOf<'choose' | 'upload'>): Recording {
  const fields =
    event.kind === 'choose'
      ? { type: 'select', values: event.values.map(escapeExpressions) }
      : { type: 'upload', files: event.files };
  return replaceOrAdd(settled(recording, event), event, onTarget(event.target, fields));
}

function dragged(recording: Recording, event: EventOf<'drag'>): Recording {
  const { position, targetPosition, offset } = event;
  const target = event.onto?.locators[0];
  const where = target === undefined ? offset && { offset } : { target, ...(targetPosition && { targetPosition }) };
  if (where === undefined) return recording;
  const fields = { type: 'drag', ...(position && { position }), ...where };
  return addRow(settled(recording, event), event, onTarget(event.target, fields));
}

function pasted(recording: Recording, event: EventOf<'paste'>): Recording {
  const { target, text, html } = event;
  const formatted = html === undefined ? {} : { html: escapeExpressions(html) };
  return addRow(recording, event, onTarget(target, { type: 'paste', value: escapeExpressions(text), ...formatted }));
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
  return addRow(base, event, { ...place, ...fields }, { keys: [key] });
}

/** A run is faster than the list that a page shows of what fits. */
function awaiting(recording: Recording, event: EventOf<'press'>, awaited: RecordedTarget): Recording {
  const last = recording.rows.at(-1);
  const [locator] = awaited.locators;
  const isKnown = last !== undefined && isInTab(last, event) && isLookedAt(last, event, locator);
  if (locator === undefined || isKnown) return recording;
  const { type: _, ...place } = onTarget(awaited, { type: 'wait' });
  return addRow(settled(recording, event), event, { type: 'wait', until: 'visible', ...place });
}

const isLookedAt = (row: RecordedRow, event: EventOf<'press'>, locator: string | undefined): boolean =>
  row.fields.locator === locator || (row.origin.kind === 'press' && isOf(row, event));

function keyed(recording: Recording, event: EventOf<'keyed'>): Recording {
  const { target, keys, isInstead, caret } = event;
  const last = recording.rows.at(-1);
  const isTold = isInstead && last?.origin.kind === 'fill' && goesOn(last, event);
  let next = isTold ? { ...recording, rows: recording.rows.slice(0, -1) } : settled(recording, event);
  if (isTold && caret !== undefined) {
    const type = caret.count > 1 ? 'dblclick' : 'click';
    next = addRow(next, event, onTarget(target, { type, position: caret.position }));
  }
  for (const some of rowsOfKeys(keys)) {
    const fields = fieldsOfKeys(some);
    if (fields !== undefined) next = addRow(next, event, onTarget(target, fields), { keys: some });
  }
  return next;
}

function goesOnByKeys(row: RecordedRow, event: EventOf<'press'>): boolean {
  const { target, key } = event;
  const { origin, keys: [first = ''] = [] } = row;
  if (row.isClosed === true || !isInTab(row, event) || origin.key !== target?.key) return false;
  return target === undefined ? !isTabKey(row) : isKeyOfText(first, key);
}

function placeOf(target: RecordedTarget | undefined): Omit<RecordedFields, 'type'> {
  if (target === undefined || target.locators.length === 0) return {};
  const { type: _, ...fields } = onTarget(target, { type: 'press' });
  return fields;
}

const held = (modifiers: readonly string[]) => (modifiers.length === 0 ? {} : { modifiers });

function clicked(recording: Recording, event: EventOf<'click'>): Recording {
  const last = recording.rows.at(-1);
  const isAgain = last?.origin.kind === 'click' && goesOn(last, event);
  if (isAgain && event.count === 2 && last.fields.type === 'click')
    return replaceLast(recording, { ...last, fields: { ...last.fields, type: 'dblclick' } });
  // The third click in a row selects a paragraph, which the double-click has begun.
  if (isAgain && event.count > 2) return recording;
  const isIntoTyped = event.isField && last !== undefined && goesOn(last, event) && last.origin.kind === 'fill';
  // In an editor the place counts, unless all of it is typed anew.
  if (isIntoTyped && event.position === undefined) return recording;
  const { position, modifiers, target, isField, isRefocusing } = event;
  const fields = { type: 'click', ...held(modifiers), ...(position === undefined ? {} : { position }) };
  return addRow(settled(recording, event), event, onTarget(target, fields), { isField, isRefocusing });
}

/** Typing continues its row; text before and after special keys has rows of its own. */
function filled(recording: Recording, event: EventOf<'fill'>): Recording {
  const { target, value, isSecret } = event;
  const last = recording.rows.at(-1);
  const isMore = last?.origin.kind === 'fill' && goesOn(last, event);
  if (event.isLeft && !isMore && isKnownValue(recording, event)) return recording;
  const base = isMore ? recording : settled(recording, event);
  const how = event.isByKeys === true && value !== '' ? { keyByKey: true } : {};
  if (!isSecret)
    return replaceOrAdd(base, event, onTarget(target, { type: 'fill', value: escapeExpressions(value), ...how }));
  const name = secretNameFor(recording, event);
  const fields = onTarget(target, { type: 'fill', value: `{{secret.${name}}}` });
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

/** Keeps the visit of a field that the page reacted to. After typing, whatever is next leaves the field. */
function refocused(recording: Recording, { actor }: EventOf<'refocused'>): Recording {
  const { rows } = recording;
  if (rows.at(-1)?.origin.actor !== actor) return recording;
  const since = rows.findLastIndex(row => !isTabKey(row) && !isFieldClick(row)) + 1;
  if (since === rows.length - 1 && rows.slice(since).every(isTabKey)) return recording;
  return { ...recording, rows: rows.map((row, index) => (index < since ? row : { ...row, isRefocusing: true })) };
}
