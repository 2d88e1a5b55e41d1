/**
 * Patterns of addresses as in Playwright: `*` is any text without a slash, `**` any text, `{a,b}` one of several, and a
 * backslash takes what follows as it is; `/…/` is a regular expression.
 */
import { AppError } from '../errors/errors.ts';
import { patternFault, readPattern } from './pattern.ts';

/** `folders`: any text up to a slash; `inner-folders`: the same behind a slash, where there may be none. */
type GlobPiece = { kind: 'text'; text: string } | { kind: 'name' | 'any' | 'folders' | 'inner-folders' };

/** Patterns may come with the files of strangers: these keep every comparison short. */
const MOST_CHARACTERS = 2_000;
const MOST_STARS = 20;
const MOST_WAYS = 20;
const MOST_ADDRESS = 50_000;

/** Takes no longer than the product of the lengths of pattern and address, whatever these are. */
class AddressGlob {
  readonly #ways: readonly (readonly GlobPiece[])[];

  constructor(glob: string) {
    this.#ways = waysOf(glob).map(piecesOf);
  }

  fits(address: string): boolean {
    return address.length <= MOST_ADDRESS && this.#ways.some(way => isWhole(way, address));
  }
}

/** What is wrong with a pattern, as the second half of a sentence. */
export const addressPatternFault = (text: string): string | undefined =>
  patternFault(text) ?? (regexOf(text) === undefined ? globFault(text) : undefined);

/**
 * Relative addresses start from the base. Errors: `invalid-project` for a pattern that cannot be read, or is relative
 * without a base.
 */
export function readAddressPattern(text: string, base: string | undefined, field: string): RegExp | AddressGlob {
  const fault = addressPatternFault(text);
  if (fault !== undefined) throw new AppError('invalid-project', `${fault}.`, { field });
  return regexOf(text) ?? new AddressGlob(absoluteGlob(text, base, field));
}

/** A path such as /en/us has an end that only looks like flags: addresses know no other flag than i. */
export function regexOf(text: string): RegExp | undefined {
  const pattern = readPattern(text, 'url');
  return typeof pattern !== 'string' && /^i?$/.test(pattern.flags) ? pattern : undefined;
}

/** Only what comes before the first sign with a meaning is an address that can be resolved. */
function absoluteGlob(glob: string, base: string | undefined, field: string): string {
  if (glob.startsWith('*')) return glob;
  const at = glob.search(/[*{\\]/);
  const start = at < 0 ? glob : glob.slice(0, at);
  const rest = at < 0 ? '' : glob.slice(at);
  const isAbsolute = /^[a-z][a-z\d+.-]*:/i.test(start);
  if (isAbsolute && rest !== '' && !/^[^/]*\/\/[^/]*\//.test(start)) return glob;
  const address = isAbsolute ? URL.parse(start) : URL.parse(start, base || undefined);
  if (address !== null) return address.href + rest;
  const reason = isAbsolute || base ? 'is not an address' : 'is relative, and the project has no app URL to start from';
  throw new AppError('invalid-project', `“${glob}” ${reason}.`, { field });
}

function globFault(glob: string): string | undefined {
  if (glob.trim() === '') return 'a pattern is needed, e.g. **/api/orders or /basket';
  if (glob.length > MOST_CHARACTERS) return `a pattern of an address has ${MOST_CHARACTERS} characters at most`;
  let isOpen = false;
  for (const sign of signsOf(glob)) {
    if ((sign === '{' && isOpen) || (sign === '}' && !isOpen)) return unbalanced(glob);
    if (sign === '{' || sign === '}') isOpen = sign === '{';
  }
  if (isOpen) return unbalanced(glob);
  const ways = waysOf(glob);
  const stars = Math.max(...ways.map(way => piecesOf(way).filter(({ kind }) => kind !== 'text').length));
  if (ways.length > MOST_WAYS) return `“${glob}” stands for more than ${MOST_WAYS} patterns`;
  return stars > MOST_STARS ? `“${glob}” has more than ${MOST_STARS} stars` : undefined;
}

const unbalanced = (glob: string): string =>
  `“${glob}” has braces that do not fit: write {a,b} for one of several, and \\{ for a brace`;

const signsOf = (glob: string): string[] => glob.match(/\\[\s\S]|[\s\S]/g) ?? [];

/** `/{a,b}/*` is `/a/*` and `/b/*`. */
function waysOf(glob: string): string[] {
  let ways = [''];
  let group: string[] | undefined;
  for (const sign of signsOf(glob)) {
    if (sign === '{') group = [''];
    else if (sign === '}' && group !== undefined) {
      const ends = group.slice(0, MOST_WAYS + 1);
      // One more than the most is enough to know that there are too many.
      ways = ways.flatMap(start => ends.map(end => start + end)).slice(0, MOST_WAYS + 1);
      group = undefined;
    } else if (group === undefined) ways = ways.map(way => way + sign);
    else if (sign === ',') group.push('');
    else group.push((group.pop() ?? '') + sign);
  }
  return ways;
}

function piecesOf(way: string): GlobPiece[] {
  return [...way.matchAll(/\\([\s\S])|\*\*+(\/?)|\*|[^\\*]+|\\/g)].map(
    ({ 0: sign, 1: escaped, 2: slash, index }): GlobPiece => {
      if (escaped !== undefined) return { kind: 'text', text: escaped };
      if (!sign.startsWith('*')) return { kind: 'text', text: sign };
      if (sign === '*') return { kind: 'name' };
      if (slash === '') return { kind: 'any' };
      return { kind: way[index - 1] === '/' ? 'inner-folders' : 'folders' };
    },
  );
}

function isWhole(pieces: readonly GlobPiece[], address: string): boolean {
  const [first] = pieces;
  if (first?.kind === 'text' && !address.startsWith(first.text)) return false;
  let places: Uint8Array = new Uint8Array(address.length + 1);
  places[0] = 1;
  for (const piece of pieces) places = afterPiece(piece, places, address);
  return places[address.length] === 1;
}

/** Where in the address a piece may end that begins at one of these places. */
function afterPiece(piece: GlobPiece, begins: Uint8Array, address: string): Uint8Array {
  const first = begins.indexOf(1);
  if (first < 0) return begins;
  if (piece.kind === 'text') return afterText(piece.text, begins, address);
  const ends = new Uint8Array(begins.length);
  if (piece.kind === 'any') return ends.fill(1, first);
  const mayEnd = piece.kind === 'name' ? withinName : withinFolders(first, piece.kind === 'inner-folders');
  for (let at = first; at < ends.length; at++) ends[at] = mayEnd({ begins, ends, address }, at) ? 1 : 0;
  return ends;
}

interface PiecePlaces {
  begins: Uint8Array;
  /** Known up to the place that is asked for. */
  ends: Uint8Array;
  address: string;
}

const withinName = ({ begins, ends, address }: PiecePlaces, at: number): boolean =>
  begins[at] === 1 || (ends[at - 1] === 1 && address[at - 1] !== '/');

const withinFolders =
  (first: number, isInner: boolean) =>
  ({ begins, address }: PiecePlaces, at: number): boolean =>
    (isInner && begins[at] === 1) || (at - first >= (isInner ? 2 : 1) && address[at - 1] === '/');

function afterText(text: string, begins: Uint8Array, address: string): Uint8Array {
  const ends = new Uint8Array(begins.length);
  for (let at = begins.indexOf(1); at >= 0; at = begins.indexOf(1, at + 1))
    if (address.startsWith(text, at)) ends[at + text.length] = 1;
  return ends;
}
