type TokenKind = 'name' | 'variable' | 'string' | 'number' | 'regex' | 'operator' | 'unclosed';

/** `text` is without quotes and slashes, `start` and `end` are offsets with them. */
export interface ExpressionToken {
  kind: TokenKind;
  text: string;
  start: number;
  end: number;
}

const SPACES = ' \t\n\r\v';
const STOP_CHARACTERS = new Set('.[]{}(),@#;:?+-*/%|=<>^&!~');
const TWO_CHARACTER_OPERATORS = new Set(['..', ':=', '!=', '>=', '<=', '**', '~>', '?:', '??']);
const NUMBER = /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[Ee][-+]?[0-9]+)?/y;
/** An operand has ended after these, so a slash divides. The last three are wildcards when they are operands. */
const OPERAND_ENDS = new Set([')', ']', '}', '*', '**', '%']);

export const endsOperand = (token: ExpressionToken | undefined): boolean =>
  token !== undefined && (token.kind !== 'operator' || OPERAND_ENDS.has(token.text));

/**
 * Reads the token of `source` at or after the offset `at`; undefined at the end.
 * `previous` tells a regular expression from a division. What is opened and never closed has the kind `unclosed`.
 * Source: the tokenizer of JSONata 2.2, which this follows character by character.
 */
export function nextToken(
  source: string,
  at: number,
  previous: ExpressionToken | undefined,
): ExpressionToken | undefined {
  const start = skipBlanks(source, at);
  if (start === -1) return { kind: 'unclosed', text: '/*', start: source.indexOf('/*', at), end: source.length };
  const character = source[start];
  if (character === undefined) return undefined;
  if (character === '/' && !endsOperand(previous)) return regexToken(source, start);
  if (STOP_CHARACTERS.has(character)) return operatorToken(source, start);
  if (character === '"' || character === "'") return stringToken(source, start, character);
  if (character === '`') return quotedName(source, start);
  return numberToken(source, start) ?? nameToken(source, start);
}

export function tokensOf(source: string): ExpressionToken[] {
  const tokens: ExpressionToken[] = [];
  for (let token = nextToken(source, 0, undefined); token !== undefined; token = nextToken(source, token.end, token))
    tokens.push(token);
  return tokens;
}

/** -1 when a comment has no end. */
function skipBlanks(source: string, from: number): number {
  let at = from;
  for (;;) {
    while (at < source.length && SPACES.includes(source.charAt(at))) at += 1;
    if (!source.startsWith('/*', at)) return at;
    const end = source.indexOf('*/', at + 2);
    if (end === -1) return -1;
    at = end + 2;
  }
}

function operatorToken(source: string, start: number): ExpressionToken {
  const two = source.slice(start, start + 2);
  const text = TWO_CHARACTER_OPERATORS.has(two) ? two : source.charAt(start);
  return { kind: 'operator', text, start, end: start + text.length };
}

function stringToken(source: string, start: number, quote: string): ExpressionToken {
  for (let at = start + 1; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1;
    else if (source[at] === quote) return { kind: 'string', text: source.slice(start + 1, at), start, end: at + 1 };
  }
  return { kind: 'unclosed', text: quote, start, end: source.length };
}

function quotedName(source: string, start: number): ExpressionToken {
  const close = source.indexOf('`', start + 1);
  if (close === -1) return { kind: 'unclosed', text: '`', start, end: source.length };
  return { kind: 'name', text: source.slice(start + 1, close), start, end: close + 1 };
}

function regexToken(source: string, start: number): ExpressionToken {
  let depth = 0;
  for (let at = start + 1; at < source.length; at += 1) {
    const character = source.charAt(at);
    if (character === '\\') at += 1;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    else if (character === '/' && depth === 0) {
      let end = at + 1;
      while (source[end] === 'i' || source[end] === 'm') end += 1;
      return { kind: 'regex', text: source.slice(start + 1, at), start, end };
    }
  }
  return { kind: 'unclosed', text: '/', start, end: source.length };
}

function numberToken(source: string, start: number): ExpressionToken | undefined {
  NUMBER.lastIndex = start;
  const text = NUMBER.exec(source)?.[0];
  return text === undefined ? undefined : { kind: 'number', text, start, end: start + text.length };
}

function nameToken(source: string, start: number): ExpressionToken {
  let end = start;
  while (end < source.length && !SPACES.includes(source.charAt(end)) && !STOP_CHARACTERS.has(source.charAt(end)))
    end += 1;
  const text = source.slice(start, end);
  return text.startsWith('$')
    ? { kind: 'variable', text: text.slice(1), start, end }
    : { kind: 'name', text, start, end };
}
