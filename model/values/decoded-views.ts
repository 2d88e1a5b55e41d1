/** A text as it reads once the encodings in it are undone. */
export interface View {
  text: string;
  /** Where each of its characters stood, and one more for the end; undefined where nothing was undone. */
  starts(): Uint32Array | undefined;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LATIN1 = new TextDecoder('latin1');

/** Percent signs may stand before any byte: browsers, forms and programs differ in which they encode. */
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

/** As JSON and JavaScript read it. */
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

/** Of one character each, so that what is cut in the middle of a text is still found. */
const BYTE = '%[0-9a-f]{2}';
const PERCENT = `%[c-d][0-9a-f]${BYTE}|%e[0-9a-f](?:${BYTE}){2}|%f[0-7](?:${BYTE}){3}|${BYTE}`;

const ENTITY = `&(?:#x[0-9a-f]{1,6}|#\\d{1,7}|${Object.keys(ENTITIES).join('|')});`;
/** A backslash waits for a code behind it. */
const ESCAPE = `\\\\(?:u\\{[0-9a-f]{1,6}\\}|u[0-9a-f]{4}|x[0-9a-f]{2}|(?!${BYTE}|${ENTITY}).)`;
const PIECES = new RegExp(`${PERCENT}|${ESCAPE}|${ENTITY}`, 'gis');

function decode(piece: string): string {
  if (piece.startsWith('%')) return fromPercent(piece);
  return piece.startsWith('&') ? fromEntity(piece) : fromEscape(piece);
}

/** JSON stands in JSON, and addresses in both; once more for what a text has of these by itself. */
const DEPTH = 4;

/**
 * A text as it is, and with its encodings undone once, twice and so on: all of them at once, since what a text means by
 * itself is not known. What is looked for is undone likewise, so that both meet at the latest where nothing is encoded.
 */
export function decodedViews(text: string): readonly View[] {
  let last: View = { text, starts: () => undefined };
  const views = [last];
  while (views.length <= DEPTH) {
    const read = last.text.replace(PIECES, decode);
    if (read === last.text) break;
    last = { text: read, starts: startsIn(last) };
    views.push(last);
  }
  return views;
}

/** Most texts hold nothing that is looked for: places are told only when asked. */
const startsIn =
  ({ text, starts }: View) =>
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
