import { decodedViews, type View } from './decoded-views.ts';
import { escapeForPattern } from './pattern.ts';
import { base64Forms, secretTexts } from './secret-forms.ts';

export const REDACTED = '••••';

/** What stands where a text was cut. */
const CUT = '…';
const MIN_SECRET_LENGTH = 4;
const BEGINNING_LENGTH = 24;
const BEGINNINGS_PER_PATTERN = 1000;

interface Span {
  start: number;
  end: number;
}

/** Replaces what is secret in a text; returns the very same text when nothing is. */
export type Redactor = (text: string) => string;

/**
 * Makes the function that replaces the given secrets by `••••`, however they are written: they are looked for in the text
 * as it reads once its encodings are undone, without regard to case or to `+` for a space, and in base64.
 * Occurrences that overlap or touch are replaced as one; what a text that was cut (`…`) has left of one is replaced too.
 * Secrets under 4 characters are left alone: they are too common (`isMaskable`).
 */
export function createRedactor(secrets: Iterable<string>): Redactor {
  const texts = [...secrets].filter(isMaskable).flatMap(secretTexts).filter(isMaskable);
  if (texts.length === 0) return text => text;
  const asText = finderOf(texts.flatMap(readings).filter(isMaskable).map(folded));
  const asBase64 = finderOf(texts.flatMap(base64Forms).filter(isMaskable));
  return text => {
    const spans = decodedViews(text).flatMap(view =>
      placesOf([...asText(folded(view.text)), ...asBase64(view.text)], view),
    );
    return replaceSpans(text, spans);
  };
}

/** Whether a secret is long enough to be replaced where it appears; a shorter one would tear other texts apart. */
export const isMaskable = (secret: string): boolean => secret.length >= MIN_SECRET_LENGTH;

/** Told where a secret is set that is not. */
export const TOO_SHORT =
  'It has under 4 characters, too few to be masked: what shows it elsewhere, such as reports, logs and pictures, keeps it.';

/** How a secret reads where encodings are undone, its own likeness of them too; a last backslash goes with what follows. */
const readings = (secret: string): string[] =>
  decodedViews(secret).flatMap(({ text }) => [text, text.replace(/\\+$/, '')]);

/** Without regard to case, and to how forms write a space; each character at its place. */
function folded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  const lower = spaced.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const unit = spaced.charAt(at).toLowerCase();
    return unit.length === 1 ? unit : spaced.charAt(at);
  }).join('');
}

/** Where spans of a view stand in the text itself. */
function placesOf(spans: readonly Span[], view: View): readonly Span[] {
  const starts = spans.length === 0 ? undefined : view.starts();
  if (starts === undefined) return spans;
  return spans.map(({ start, end }) => ({ start: starts[start] ?? start, end: starts[end] ?? end }));
}

/** Where any of the given forms stands in a text, or is left of one that was cut. */
function finderOf(all: readonly string[]): (text: string) => Span[] {
  const longestFirst = [...new Set(all)].sort((left, right) => right.length - left.length);
  const byStart = groupByStart(longestFirst);
  const patterns = patternsOfBeginnings(longestFirst);
  const longestAt = (text: string, at: number): number =>
    byStart.get(text.slice(at, at + MIN_SECRET_LENGTH))?.find(form => text.startsWith(form, at))?.length ?? 0;
  const isBeginning = (part: string): boolean =>
    byStart.get(part.slice(0, MIN_SECRET_LENGTH))?.some(form => form.startsWith(part)) ?? false;
  return text => {
    const starts = patterns.flatMap(pattern => matchPositions(text, pattern));
    const whole = starts.map(start => ({ start, end: start + longestAt(text, start) }));
    const cut = cutSpans(text, isBeginning, longestFirst[0]?.length ?? 0);
    return [...whole, ...cut].filter(({ start, end }) => end > start);
  };
}

/** What stands before a cut and begins like a secret; shorter beginnings than a secret may have tell nothing. */
function cutSpans(text: string, isBeginning: (part: string) => boolean, longest: number): Span[] {
  const spans: Span[] = [];
  for (let end = text.indexOf(CUT); end >= 0; end = text.indexOf(CUT, end + 1)) {
    if (text[end - 1] === CUT) continue;
    let start = Math.max(0, end - longest);
    while (start <= end - MIN_SECRET_LENGTH && !isBeginning(text.slice(start, end))) start += 1;
    if (start <= end - MIN_SECRET_LENGTH) spans.push({ start, end });
  }
  return spans;
}

/**
 * Redacts every string of a JSON value, the keys of objects and numbers whose digits are secret included.
 * Returns the very same value when nothing in it is secret. Keys that become equal get further dots.
 */
export function redactDeep(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redactNumber(value, redact);
  if (Array.isArray(value)) {
    const items = value.map(item => redactDeep(item, redact));
    return items.every((item, index) => Object.is(item, value[index])) ? value : items;
  }
  return typeof value === 'object' && value !== null ? redactEntries(value, redact) : value;
}

function redactNumber(value: number, redact: Redactor): unknown {
  const digits = String(value);
  const redacted = redact(digits);
  return redacted === digits ? value : redacted;
}

function redactEntries(value: object, redact: Redactor): unknown {
  const entries = new Map<string, unknown>();
  let changed = false;
  for (const [key, item] of Object.entries(value)) {
    const redacted = redactDeep(item, redact);
    let name = redact(key);
    changed ||= name !== key || !Object.is(redacted, item);
    while (entries.has(name)) name += '•';
    entries.set(name, redacted);
  }
  return changed ? Object.fromEntries(entries) : value;
}

function groupByStart(forms: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const form of forms) {
    const start = form.slice(0, MIN_SECRET_LENGTH);
    const group = groups.get(start);
    if (group === undefined) groups.set(start, [form]);
    else group.push(form);
  }
  return groups;
}

/** Patterns of how the forms begin: of whole long ones, a regular expression can hold few. */
function patternsOfBeginnings(longestFirst: readonly string[]): readonly RegExp[] {
  const beginnings = [...new Set(longestFirst.map(form => form.slice(0, BEGINNING_LENGTH)))];
  const patterns: RegExp[] = [];
  for (let at = 0; at < beginnings.length; at += BEGINNINGS_PER_PATTERN) {
    const alternatives = beginnings.slice(at, at + BEGINNINGS_PER_PATTERN).map(escapeForPattern);
    patterns.push(new RegExp(alternatives.join('|'), 'g'));
  }
  return patterns;
}

/** Every place where the pattern matches, also inside an earlier match. */
function matchPositions(text: string, pattern: RegExp): readonly number[] {
  const positions: number[] = [];
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    positions.push(match.index);
    pattern.lastIndex = match.index + 1;
  }
  return positions;
}

function replaceSpans(text: string, spans: readonly Span[]): string {
  let result = '';
  let covered = -1;
  for (const { start, end } of spans.toSorted((left, right) => left.start - right.start)) {
    if (start > covered) result += text.slice(Math.max(covered, 0), start) + REDACTED;
    covered = Math.max(covered, end);
  }
  return covered === -1 ? text : result + text.slice(covered);
}
