/** Calls of Playwright's clock: `page.clock.pauseAt(new Date('2024-12-10T10:00:00'))`. */
import type { ActionDraft } from '../../model/exchange/test-drafts.ts';
import { readDuration, writtenDuration } from '../../model/values/duration.ts';
import { readPointInTime } from '../../model/values/point-in-time.ts';
import { isOfWindow } from './codegen-objects.ts';
import { optionOf } from './codegen-patterns.ts';
import { type CodegenCall, callOf, type Node, plainValue, type Reader, textOf } from './codegen-reader.ts';
import { fieldText, numberOf, resolved, stringOf } from './codegen-values.ts';

type ClockDraft = ActionDraft | undefined;

const timed = (reader: Reader, change: string, time: Node | undefined): ClockDraft => {
  const text = time === undefined ? undefined : clockTimeOf(reader, time);
  return text === undefined ? undefined : { type: 'clock', do: change, time: text };
};

const lasting = (reader: Reader, change: string, by: Node | undefined): ClockDraft => {
  const text = by === undefined ? undefined : clockDurationOf(reader, by);
  return text === undefined ? undefined : { type: 'clock', do: change, by: text };
};

const NOW = '{{ $millis() }}';

const MAKERS: Readonly<Record<string, (reader: Reader, args: readonly Node[]) => ClockDraft>> = {
  install: (reader, [options]) => {
    const time = options === undefined ? undefined : optionOf(resolved(reader, options), 'time');
    return time === undefined ? { type: 'clock', do: 'set', time: NOW } : timed(reader, 'set', time);
  },
  setSystemTime: (reader, [time]) => timed(reader, 'set', time),
  setFixedTime: (reader, [time]) => timed(reader, 'hold', time),
  pauseAt: (reader, [time]) => timed(reader, 'pause', time),
  runFor: (reader, [by]) => lasting(reader, 'run', by),
  fastForward: (reader, [by]) => lasting(reader, 'skip', by),
  resume: () => ({ type: 'clock', do: 'resume' }),
};

/** False for what is not about the clock, or is computed by the code. */
export function clockCall(reader: Reader, { owner, name, args }: CodegenCall): boolean {
  if (owner.type !== 'MemberExpression' || owner.property.type !== 'Identifier' || owner.property.name !== 'clock')
    return false;
  const make = Object.hasOwn(MAKERS, name) ? MAKERS[name] : undefined;
  const draft = isOfWindow(reader, owner.object) ? make?.(reader, args) : undefined;
  if (draft === undefined) return false;
  // What sets the clock lets it go on.
  const last = reader.actions.at(-1);
  const isGoing = last?.type === 'clock' && (last.do === 'set' || last.do === 'hold');
  if (draft.do !== 'resume' || !isGoing) reader.actions.push(draft);
  return true;
}

/** A time as code gives it, in the words of the action; undefined where the code computes it. */
export function clockTimeOf(reader: Reader, given: Node): string | undefined {
  const node = resolved(reader, plainValue(given));
  const call = callOf(node);
  if (call !== undefined && textOf(reader, call.owner) === 'Date' && call.name === 'now') return NOW;
  const number = signedNumber(reader, node);
  if (number !== undefined) return isoOf(number);
  if (node.type === 'NewExpression' && textOf(reader, node.callee) === 'Date') return dateOf(reader, node.arguments);
  const text = stringOf(reader, node);
  if (text === undefined) return undefined;
  return text.includes('\uE000') ? fieldText(reader, node) : writtenTime(text);
}

function signedNumber(reader: Reader, node: Node): number | undefined {
  if (node.type !== 'UnaryExpression' || node.operator !== '-') return numberOf(reader, node);
  const number = numberOf(reader, node.argument);
  return number === undefined ? undefined : -number;
}

/** `new Date()`, `new Date('2024-12-10')`, `new Date(2024, 11, 10, 8)` */
function dateOf(reader: Reader, args: readonly Node[]): string | undefined {
  const [first] = args;
  if (first === undefined) return NOW;
  if (args.length === 1) return clockTimeOf(reader, first);
  const numbers = args.map(one => numberOf(reader, one) ?? Number.NaN);
  const [year = 0, month = 0, day = 1, hours = 0, minutes = 0, seconds = 0] = numbers;
  // Read as if its zone were UTC, months beyond December come out right.
  const ms = Date.UTC(year, month, day, hours, minutes, seconds);
  return Number.isNaN(ms) || numbers.some(Number.isNaN) ? undefined : new Date(ms).toISOString().slice(0, 19);
}

const isoOf = (ms: number): string | undefined =>
  readPointInTime(new Date(ms).toISOString()) === undefined
    ? undefined
    : new Date(ms).toISOString().replace('.000Z', 'Z');

/** JavaScript takes a date alone for one in UTC, and any other time without a zone for one of the place where it runs. */
function writtenTime(text: string): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(text);
  if (readPointInTime(text) !== undefined && !/^-?\d+$/.test(text)) return isDate ? `${text}T00:00:00Z` : text;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : isoOf(ms);
}

/** As `clockTimeOf`, of a duration: a number of milliseconds or `mm:ss`; Playwright takes `08` for eight seconds. */
export function clockDurationOf(reader: Reader, given: Node): string | undefined {
  const number = numberOf(reader, given);
  if (number !== undefined) return writtenDuration(number);
  const text = stringOf(reader, given);
  if (text === undefined) return undefined;
  if (text.includes('\uE000')) return fieldText(reader, given);
  const ms = readDuration(/^\d\d?$/.test(text) ? `${text} s` : text);
  return ms === undefined ? undefined : writtenDuration(ms);
}
