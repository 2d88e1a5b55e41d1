/** Says where JSON text goes wrong and what was expected there: the engine's own messages often name no place. */

export interface JsonFault {
  /** Index in the text. */
  position: number;
  /** What was expected there. */
  reason: string;
  /** What stands there instead, where that tells more. */
  found?: string;
}

const BLANK = /[ \t\r\n]*/y;
const MARK = /[{}[\],:]/y;
const ATOM = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
/** Pieces of a string between its quotes: bounded, for a pattern that repeats over megabytes overflows the stack. */
const STRING_PIECE = /[ !#-[\]-\uffff]{1,1000}|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4}/y;

/** Index after the match at `from`; undefined when there is none. */
function matchEnd(pattern: RegExp, text: string, from: number): number | undefined {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}

function stringEnd(text: string, from: number): number | undefined {
  let end = from + 1;
  for (let next: number | undefined = end; next !== undefined; next = matchEnd(STRING_PIECE, text, end)) end = next;
  return text[end] === '"' ? end + 1 : undefined;
}

interface Token {
  /** The mark itself, `S` for a string, `x` for a number or word. */
  kind: string;
  end: number;
}

function readToken(text: string, from: number): Token | undefined {
  if (text[from] === '"') {
    const end = stringEnd(text, from);
    return end === undefined ? undefined : { kind: 'S', end };
  }
  const markEnd = matchEnd(MARK, text, from);
  if (markEnd !== undefined) return { kind: text.slice(from, markEnd), end: markEnd };
  const atomEnd = matchEnd(ATOM, text, from);
  return atomEnd === undefined ? undefined : { kind: 'x', end: atomEnd };
}

const EXPECTED = {
  value: ['a value', '{[Sx'],
  firstValue: ['a value or ]', '{[Sx]'],
  name: ['a name in double quotes', 'S'],
  firstName: ['a name in double quotes or }', 'S}'],
  colon: ['a colon', ':'],
  moreNames: ['a comma or }', ',}'],
  moreValues: ['a comma or ]', ',]'],
  end: ['the end', ''],
} as const;
type Expected = keyof typeof EXPECTED;

const afterValue = (open: readonly string[]): Expected => {
  if (open.length === 0) return 'end';
  return open.at(-1) === '{' ? 'moreNames' : 'moreValues';
};

/** What may follow a token; `open` holds the open brackets. */
function step(token: string, expected: Expected, open: string[]): Expected {
  if (token === '{' || token === '[') {
    open.push(token);
    return token === '{' ? 'firstName' : 'firstValue';
  }
  if (token === '}' || token === ']') open.pop();
  if (token === ',') return open.at(-1) === '{' ? 'name' : 'value';
  if (token === ':') return 'value';
  const isName = expected === 'name' || expected === 'firstName';
  return token === 'S' && isName ? 'colon' : afterValue(open);
}

function unexpected(text: string, position: number, expected: Expected): JsonFault {
  const [wanted, kinds] = EXPECTED[expected];
  if (position >= text.length) return { position, reason: `the text ends too early, expected ${wanted}` };
  if (text[position] === '"' && kinds.includes('S')) {
    return { position, reason: 'this text in quotes has no end on its line, or an unknown escape' };
  }
  const found = /^(?:[\w.+-]+|[^\s\p{C}])/u.exec(text.slice(position, position + 20))?.[0];
  return { position, reason: `expected ${wanted}`, found: found ?? 'a character that is not allowed' };
}

/** The first fault of a text that `JSON.parse` has refused. */
export function findJsonFault(text: string): JsonFault {
  const open: string[] = [];
  let expected: Expected = 'value';
  let position = 0;
  for (;;) {
    position = matchEnd(BLANK, text, position) ?? position;
    const token = readToken(text, position);
    if (token === undefined || !EXPECTED[expected][1].includes(token.kind)) return unexpected(text, position, expected);
    expected = step(token.kind, expected, open);
    position = token.end;
  }
}
