/** Words of code in Python, Java or C#: what they mean is not known here. */
import { wrongText } from '../../../model/exchange/test-drafts.ts';

export type CodeLanguage = 'python' | 'java' | 'csharp';

export interface CodeToken {
  /** A text that is computed from others is `odd`. */
  kind: 'name' | 'number' | 'text' | 'sign' | 'odd';
  /** Of a text, what it stands for. */
  text: string;
  start: number;
  end: number;
  /** A line begins with it. */
  isFirst: boolean;
}

const MOST_TOKENS = 400_000;

const NAME = /[\p{L}_$@][\p{L}\p{N}_$]*/uy;
const NUMBER = /\d[\d_]*(?:\.\d+)?[fFdDmMlL]?/y;
const SIGN = /=>|->|\+=|-=|==|!=|<=|>=|::|&&|\|\||:=|\?\.|\*\*|[^\s\w]/uy;
const PREFIX = { python: /[rRbBuUfF]{0,2}(?=["'])/y, csharp: /[$@]{0,2}(?=")/y, java: /(?=["'])/y };

const SIMPLE: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', '0': '\0', '\n': '' };

function matchAt(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

interface ReadText {
  text: string;
  end: number;
}

const CODED = /x[\da-fA-F]{2}|u[\da-fA-F]{4}|U[\da-fA-F]{8}/y;

function escaped(source: string, at: number): ReadText {
  const code = matchAt(CODED, source, at);
  if (code !== undefined) {
    const point = Number.parseInt(code.slice(1), 16);
    return { text: point > 0x10ffff ? '' : String.fromCodePoint(point), end: at + code.length };
  }
  const letter = source[at] ?? '';
  return { text: Object.hasOwn(SIMPLE, letter) ? (SIMPLE[letter] ?? '') : letter, end: at + 1 };
}

interface Quoting {
  quote: string;
  /** Backslashes are characters. */
  isRaw: boolean;
  /** Two quotes in a row are one. */
  isDoubled: boolean;
}

function quotedText(source: string, from: number, quoting: Quoting): ReadText {
  const parts: string[] = [];
  let at = from;
  while (at < source.length && !(source[at] === '\n' && quoting.quote.length === 1 && !quoting.isDoubled)) {
    const isDouble = quoting.isDoubled && source.startsWith('""', at);
    if (!isDouble && source.startsWith(quoting.quote, at))
      return { text: parts.join(''), end: at + quoting.quote.length };
    const { text, end } = isDouble ? { text: '"', end: at + 2 } : letterAt(source, at, quoting);
    parts.push(text);
    at = end;
  }
  throw wrongText(`The text that begins at character ${from} has no end.`);
}

function letterAt(source: string, at: number, { isRaw, isDoubled }: Quoting): ReadText {
  if (source[at] !== '\\' || isDoubled) return { text: source[at] ?? '', end: at + 1 };
  return isRaw ? { text: source.slice(at, at + 2), end: at + 2 } : escaped(source, at + 1);
}

/** The lines of a block of text in Java, without what they all are indented by. */
function withoutIndent(text: string): string {
  const lines = text.replace(/^[ \t]*\n/, '').split('\n');
  const indents = lines.filter((line, at) => line.trim() !== '' || at === lines.length - 1);
  const least = indents.reduce((width, line) => Math.min(width, line.length - line.trimStart().length), 1_000);
  return lines.map(line => line.slice(least)).join('\n');
}

function textAt(source: string, at: number, language: CodeLanguage): Omit<CodeToken, 'isFirst'> | undefined {
  const prefix = matchAt(PREFIX[language], source, at);
  if (prefix === undefined) return undefined;
  const open = at + prefix.length;
  const quote = source[open] ?? '';
  const isTriple =
    language !== 'csharp' && source.startsWith(quote.repeat(3), open) && (language === 'python' || quote === '"');
  const isVerbatim = language === 'csharp' && prefix.includes('@');
  const read = quotedText(source, open + (isTriple ? 3 : 1), {
    quote: isTriple ? quote.repeat(3) : quote,
    isRaw: language === 'python' && /r/i.test(prefix),
    isDoubled: isVerbatim,
  });
  const isComputed = (language === 'python' && /f/i.test(prefix)) || prefix.includes('$');
  const text = isTriple && language === 'java' ? withoutIndent(read.text) : read.text;
  return { kind: isComputed && /[{}]/.test(text) ? 'odd' : 'text', text, start: at, end: read.end };
}

function remarkEnd(source: string, at: number, language: CodeLanguage): number | undefined {
  const isLine = language === 'python' ? source[at] === '#' : source.startsWith('//', at);
  if (isLine) {
    const end = source.indexOf('\n', at);
    return end < 0 ? source.length : end;
  }
  if (language === 'python' || !source.startsWith('/*', at)) return undefined;
  const end = source.indexOf('*/', at + 2);
  return end < 0 ? source.length : end + 2;
}

function tokenAt(source: string, at: number, language: CodeLanguage): Omit<CodeToken, 'isFirst'> {
  const quoted = textAt(source, at, language);
  if (quoted !== undefined) return quoted;
  const ways = [
    ['name', NAME],
    ['number', NUMBER],
    ['sign', SIGN],
  ] as const;
  for (const [kind, pattern] of ways) {
    const text = matchAt(pattern, source, at);
    if (text !== undefined) return { kind, text, start: at, end: at + text.length };
  }
  return { kind: 'odd', text: source[at] ?? '', start: at, end: at + 1 };
}

/** Where white space, a remark or the end of a line that goes on has its end. */
function spaceEnd(source: string, at: number, language: CodeLanguage): number | undefined {
  const letter = source[at] ?? '';
  if (/\s/.test(letter)) return at + 1;
  if (letter === '\\' && source[at + 1] === '\n') return at + 2;
  return remarkEnd(source, at, language);
}

/** Errors: `invalid-params` with the field `text`. */
export function codeTokens(source: string, language: CodeLanguage): CodeToken[] {
  const tokens: CodeToken[] = [];
  let at = 0;
  let isFirst = true;
  while (at < source.length) {
    if (source[at] === '\n') isFirst = true;
    const end = spaceEnd(source, at, language);
    if (end !== undefined) {
      at = end;
      continue;
    }
    const token = tokenAt(source, at, language);
    tokens.push({ ...token, isFirst });
    if (tokens.length > MOST_TOKENS) throw wrongText(`The code has more than ${MOST_TOKENS} words.`);
    isFirst = false;
    at = token.end;
  }
  return tokens;
}
