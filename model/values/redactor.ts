import { isRecord } from './json-value.ts';
import { escapeForPattern } from './pattern.ts';

export const REDACTED = '••••';

const CUT = '…';
const MIN_SECRET_LENGTH = 4;
const BEGINNING_LENGTH = 24;
const BEGINNINGS_PER_PATTERN = 1000;

export interface Span {
  start: number;
  end: number;
}

/** Returns the very same text when nothing is secret. */
export interface Redactor {
  (text: string): string;
  /** For a redactor that changes: the current one, the same object as long as it replaces the same. */
  now?(): Redactor;
}

/**
 * Replaces secrets by `••••`, however they are encoded: they are searched in the decoded text, ignoring case and `+`
 * for a space, and in base64. Matches that overlap or touch become one; what is left of a secret that was cut (`…`) is
 * replaced too. Secrets under 4 characters are too common and stay (`isMaskable`).
 * `words` were not declared secret: as text they are replaced only as whole words with the same case.
 */
export function createRedactor(secrets: Iterable<string>, words: Iterable<string> = []): Redactor {
  const find = secretFinder(secrets, words);
  return find === undefined ? text => text : text => replaceSpans(text, find(text));
}

/** Where a text holds what `createRedactor` replaces; spans may overlap. Undefined where that is nothing. */
export function secretFinder(
  secrets: Iterable<string>,
  words: Iterable<string> = [],
): ((text: string) => Span[]) | undefined {
  const texts = [...secrets].filter(isMaskable).flatMap(secretTexts).filter(isMaskable);
  const plainWords = [...words].filter(isMaskable);
  const asText = finderOf(texts.flatMap(readings).filter(isMaskable).map(folded));
  const asBase64 = finderOf([...texts, ...plainWords].flatMap(base64Forms).filter(isMaskable));
  const asWord = wordFinderOf(plainWords);
  if (texts.length === 0 && asWord === undefined) return undefined;
  return text =>
    decodedViews(text).flatMap(view =>
      placesOf(
        [...asText(folded(view.text)), ...asBase64(view.text), ...(asWord?.(withSpaces(view.text)) ?? [])],
        view,
      ),
    );
}

interface SecretsAndWords {
  secrets: readonly string[];
  words?: readonly string[];
}

/** Rebuilt only when the secrets change. */
export function changingRedactor(secretsNow: () => SecretsAndWords): Redactor {
  let known = '';
  let redact: Redactor = text => text;
  const now = () => {
    const { secrets, words = [] } = secretsNow();
    const key = `${secrets.join('\u0000')}\u0001${words.join('\u0000')}`;
    if (key !== known) {
      known = key;
      redact = createRedactor(secrets, words);
    }
    return redact;
  };
  return Object.assign((text: string) => now()(text), { now });
}

/** A shorter secret would tear other texts apart. */
export const isMaskable = (secret: string): boolean => secret.length >= MIN_SECRET_LENGTH;

export const TOO_SHORT =
  'It has fewer than 4 characters, too few to be masked: it stays readable in reports, logs and screenshots.';

/** A last backslash would merge with what follows when decoded. */
const readings = (secret: string): string[] =>
  decodedViews(secret).flatMap(({ text }) => [text, text.replace(/\\+$/, '')]);

const withSpaces = (text: string): string => text.replaceAll('+', ' ');

/** Ignores case and `+` for a space; each character keeps its position. */
function folded(text: string): string {
  const spaced = withSpaces(text);
  const lower = spaced.toLowerCase();
  if (lower.length === text.length) return lower;
  return Array.from({ length: text.length }, (_, at) => {
    const unit = spaced.charAt(at).toLowerCase();
    return unit.length === 1 ? unit : spaced.charAt(at);
  }).join('');
}

function placesOf(spans: readonly Span[], view: DecodedView): readonly Span[] {
  const starts = spans.length === 0 ? undefined : view.starts();
  if (starts === undefined) return spans;
  return spans.map(({ start, end }) => ({ start: starts[start] ?? start, end: starts[end] ?? end }));
}

/** Also finds what is left of a form that was cut. */
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

const WORD_CHARACTER = '[\\p{L}\\p{N}_]';

/** A side of a word that is no letter or digit needs no boundary. */
function wordFinderOf(words: readonly string[]): ((text: string) => Span[]) | undefined {
  if (words.length === 0) return undefined;
  const longestFirst = [...new Set(words.map(withSpaces))].sort((left, right) => right.length - left.length);
  const isWordCharacter = new RegExp(WORD_CHARACTER, 'u');
  const bounded = longestFirst.map(word => {
    const before = isWordCharacter.test([...word][0] ?? '') ? `(?<!${WORD_CHARACTER})` : '';
    const after = isWordCharacter.test([...word].at(-1) ?? '') ? `(?!${WORD_CHARACTER})` : '';
    return `${before}${escapeForPattern(word)}${after}`;
  });
  const pattern = new RegExp(bounded.join('|'), 'gu');
  const isInWord = new RegExp(`${WORD_CHARACTER}{2}`, 'u');
  const isBeginning = (part: string, before: string): boolean =>
    !isInWord.test(before + part.charAt(0)) && longestFirst.some(word => word.startsWith(part));
  return text => [
    ...[...text.matchAll(pattern)].map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
    ...cutSpans(text, isBeginning, longestFirst[0]?.length ?? 0),
  ];
}

type IsBeginning = (part: string, characterBefore: string) => boolean;

/** What comes before a cut and begins like a secret; shorter beginnings prove nothing. */
function cutSpans(text: string, isBeginning: IsBeginning, longest: number): Span[] {
  const spans: Span[] = [];
  for (let end = text.indexOf(CUT); end >= 0; end = text.indexOf(CUT, end + 1)) {
    if (text[end - 1] === CUT) continue;
    let start = Math.max(0, end - longest);
    while (start <= end - MIN_SECRET_LENGTH && !isBeginning(text.slice(start, end), text.charAt(start - 1))) start += 1;
    if (start <= end - MIN_SECRET_LENGTH) spans.push({ start, end });
  }
  return spans;
}

/**
 * Redacts texts and numbers with secret digits; keys stay, so that programs still find what they look for. Returns the
 * very same value when nothing is secret.
 */
export function redactDeep(value: unknown, redact: Redactor): unknown {
  if (typeof value === 'string') return redact(value);
  if (typeof value === 'number') return redactNumber(value, redact);
  if (Array.isArray(value)) return unlessSame(value, item => redactDeep(item, redact));
  return isRecord(value) ? unlessSameEntries(value, item => redactDeep(item, redact)) : value;
}

function redactNumber(value: number, redact: Redactor): unknown {
  const digits = String(value);
  const redacted = redact(digits);
  return redacted === digits ? value : redacted;
}

/** Returns the very same list when no item changed. */
export function unlessSame(list: readonly unknown[], change: (item: unknown) => unknown): unknown {
  const items = list.map(change);
  return items.every((item, index) => Object.is(item, list[index])) ? list : items;
}

/** Returns the very same object when no value changed. */
export function unlessSameEntries(
  record: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): unknown {
  const entries = Object.entries(record).map(([key, value]): [string, unknown] => [key, change(value, key)]);
  return entries.every(([key, value]) => Object.is(value, record[key])) ? record : Object.fromEntries(entries);
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

/** Only beginnings: a regular expression can hold few of the whole long forms. */
function patternsOfBeginnings(longestFirst: readonly string[]): readonly RegExp[] {
  const beginnings = [...new Set(longestFirst.map(form => form.slice(0, BEGINNING_LENGTH)))];
  const patterns: RegExp[] = [];
  for (let at = 0; at < beginnings.length; at += BEGINNINGS_PER_PATTERN) {
    const alternatives = beginnings.slice(at, at + BEGINNINGS_PER_PATTERN).map(escapeForPattern);
    patterns.push(new RegExp(alternatives.join('|'), 'g'));
  }
  return patterns;
}

/** Includes overlapping matches. */
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

/** Shorter base64 forms occur by chance in images. */
const MIN_BASE64_LENGTH = 6;
/** Parts of a secret are searched by themselves from this length on. */
const MIN_PART_LENGTH = 8;

/** The secret, also trimmed, its lines (of a key file), and what requests send of it as an address. */
function secretTexts(secret: string): string[] {
  const [beforeFragment = '', ...fragment] = secret.split('#');
  const parts = [...secret.split(/\r\n|\r|\n/), ...(fragment.length > 0 ? [beforeFragment] : [])].map(part =>
    part.trim(),
  );
  return [...new Set([secret, secret.trim(), ...parts.filter(part => part.length >= MIN_PART_LENGTH)])];
}

/** At any offset, plain and url-safe, of the bytes in UTF-8 and in Latin-1, which `btoa` takes. */
function base64Forms(text: string): string[] {
  const latin1 = [...text].map(character => character.charCodeAt(0));
  const isLatin1 = latin1.length === text.length && latin1.every(code => code < 256);
  const forms = [
    ...formsOfBytes(new TextEncoder().encode(text)),
    ...(isLatin1 ? formsOfBytes(Uint8Array.from(latin1)) : []),
  ];
  return [...new Set([...forms, ...forms.map(form => form.replaceAll('+', '-').replaceAll('/', '_'))])];
}

/**
 * Base64 depends on the offset modulo 3. Characters that also encode bits of neighbours are left off, so that each form
 * is found whatever is around it.
 */
function formsOfBytes(bytes: Uint8Array): string[] {
  const forms = [0, 1, 2].map(offset => {
    const shifted = new Uint8Array(offset + bytes.length);
    shifted.set(bytes, offset);
    return toBase64(shifted).slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [toBase64(bytes), ...forms.filter(form => form.length >= MIN_BASE64_LENGTH)];
}

/** With `btoa`, since the model also runs in browsers. */
function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

interface DecodedView {
  text: string;
  /** Original position of each character, and of the end; undefined where nothing was decoded. */
  starts(): Uint32Array | undefined;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LATIN1 = new TextDecoder('latin1');

/** Any byte may be percent-encoded: browsers, forms and programs differ. */
function fromPercent(piece: string): string {
  if (piece.length === 3 && piece < '%8') return String.fromCharCode(Number.parseInt(piece.slice(1), 16));
  const bytes = Uint8Array.from(piece.match(/[0-9a-f]{2}/gi) ?? [], hex => Number.parseInt(hex, 16));
  try {
    return UTF8.decode(bytes);
  } catch {
    return LATIN1.decode(bytes);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', '0': '\0' };

function fromEscape(piece: string): string {
  const [, braced, unit, byte] = /^\\(?:u\{(.+)\}|u(.+)|x(.+))$/s.exec(piece) ?? [];
  const hex = braced ?? unit ?? byte;
  if (hex === undefined) return ESCAPES[piece.slice(1)] ?? piece.slice(1);
  const code = Number.parseInt(hex, 16);
  return code > 0x10ffff ? piece : String.fromCodePoint(code);
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

function fromEntity(piece: string): string {
  const [, hex, decimal] = /^&#(?:x([0-9a-f]+)|(\d+));$/i.exec(piece) ?? [];
  if (hex === undefined && decimal === undefined) return ENTITIES[piece.slice(1, -1).toLowerCase()] ?? piece;
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code > 0x10ffff ? piece : String.fromCodePoint(code);
}

/** One pattern for each character, so that a text that was cut in the middle is still found. */
const BYTE = '%[0-9a-f]{2}';
const PERCENT = `%[c-d][0-9a-f]${BYTE}|%e[0-9a-f](?:${BYTE}){2}|%f[0-7](?:${BYTE}){3}|${BYTE}`;

const ENTITY = `&(?:#x[0-9a-f]{1,6}|#\\d{1,7}|${Object.keys(ENTITIES).join('|')});`;
/** A backslash before another code waits until that is decoded. */
const ESCAPE = `\\\\(?:u\\{[0-9a-f]{1,6}\\}|u[0-9a-f]{4}|x[0-9a-f]{2}|(?!${BYTE}|${ENTITY}).)`;
const PIECES = new RegExp(`${PERCENT}|${ESCAPE}|${ENTITY}`, 'gis');

function decode(piece: string): string {
  if (piece.startsWith('%')) return fromPercent(piece);
  return piece.startsWith('&') ? fromEntity(piece) : fromEscape(piece);
}

/** JSON is in JSON, and addresses in both; one more level for codes in the text itself. */
const DEPTH = 4;

/**
 * The text decoded 0 to `DEPTH` times, since how often it was encoded is not known. Secrets are decoded likewise, so
 * that both meet at the latest where nothing is encoded.
 */
function decodedViews(text: string): readonly DecodedView[] {
  let last: DecodedView = { text, starts: () => undefined };
  const views = [last];
  while (views.length <= DEPTH) {
    const read = last.text.replace(PIECES, decode);
    if (read === last.text) break;
    last = { text: read, starts: startsIn(last) };
    views.push(last);
  }
  return views;
}

/** Most texts hold no secret, so positions are computed on demand. */
const startsIn =
  ({ text, starts }: DecodedView) =>
  (): Uint32Array => {
    const before = starts();
    const places: number[] = [];
    let at = 0;
    const keep = (end: number) => {
      for (; at < end; at += 1) places.push(before?.[at] ?? at);
    };
    for (const { 0: piece, index } of text.matchAll(PIECES)) {
      keep(index);
      for (let unit = decode(piece).length; unit > 0; unit -= 1) places.push(before?.[index] ?? index);
      at = index + piece.length;
    }
    keep(text.length + 1);
    return Uint32Array.from(places);
  };
