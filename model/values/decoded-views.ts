/** A text as it reads once some encoding in it is undone; `starts` says where each of its characters stood. */
export interface View {
  text: string;
  /** By character, and one more for the end. */
  starts: Uint32Array | undefined;
}

interface Encoding {
  /** What only texts in this encoding hold. */
  sign: string;
  pieces: RegExp;
  decode(piece: string): string;
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const LATIN1 = new TextDecoder('latin1');

/** Percent signs may stand before any byte: browsers, forms and programs differ in which they encode. */
function fromPercent(piece: string): string {
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

const ENCODINGS: readonly Encoding[] = [
  { sign: '%', pieces: new RegExp(PERCENT, 'gi'), decode: fromPercent },
  {
    sign: '+',
    pieces: new RegExp(`\\+|${PERCENT}`, 'gi'),
    decode: piece => (piece === '+' ? ' ' : fromPercent(piece)),
  },
  { sign: '\\', pieces: /\\(?:u\{[0-9a-f]{1,6}\}|u[0-9a-f]{4}|x[0-9a-f]{2}|.)/gis, decode: fromEscape },
  { sign: '&', pieces: /&(?:#x[0-9a-f]{1,6}|#\d{1,7}|amp|lt|gt|quot|apos|nbsp);/gi, decode: fromEntity },
];

/** JSON stands in JSON, and addresses in both. */
const DEPTH = 3;

/** A text in all ways in which it can be read: as it is, and with encodings undone, also of each other. */
export function decodedViews(text: string): readonly View[] {
  const views: View[] = [{ text, starts: undefined }];
  const known = new Set([text]);
  let layer = views;
  for (let depth = 0; depth < DEPTH && layer.length > 0; depth += 1) {
    layer = layer
      .flatMap(view => ENCODINGS.flatMap(encoding => undone(view, encoding)))
      .filter(({ text: read }) => {
        const isNew = !known.has(read);
        known.add(read);
        return isNew;
      });
    views.push(...layer);
  }
  return views;
}

function undone({ text, starts }: View, { sign, pieces, decode }: Encoding): View[] {
  if (!text.includes(sign)) return [];
  const before = (at: number): number => (starts === undefined ? at : (starts[at] ?? 0));
  const places: number[] = [];
  let read = '';
  let at = 0;
  const keep = (end: number) => {
    for (; at < end; at += 1) places.push(before(at));
  };
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    read += text.slice(at, index);
    keep(index);
    const decoded = decode(piece);
    for (let unit = 0; unit < decoded.length; unit += 1) places.push(before(index));
    read += decoded;
    at = index + piece.length;
  }
  read += text.slice(at);
  keep(text.length + 1);
  return read === text ? [] : [{ text: read, starts: Uint32Array.from(places) }];
}
