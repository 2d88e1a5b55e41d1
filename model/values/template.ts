import { AppError } from '../errors/errors.ts';
import { type ExpressionToken, nextToken } from './expression-tokens.ts';

export interface LiteralPart {
  kind: 'literal';
  text: string;
}

/** `source` is trimmed JSONata, `position` the 1-based place of its `{{`. */
interface ExpressionPart {
  kind: 'expression';
  source: string;
  position: number;
}

/** Literal parts are never empty. */
export interface Template {
  parts: readonly (LiteralPart | ExpressionPart)[];
}

/**
 * Cuts a text with `{{ … }}` into its parts. Strings, names in backticks, regular expressions, comments and objects
 * inside an expression may hold braces. `\{{` means a literal `{{`; before `{{`, two backslashes mean one.
 * Errors: `invalid-params` for an expression that is never closed or is empty, with its 1-based position.
 */
export function parseTemplate(text: string): Template {
  const parts: (LiteralPart | ExpressionPart)[] = [];
  let literal = '';
  let at = 0;
  for (let opening = nextOpening(text, at); opening !== undefined; opening = nextOpening(text, at)) {
    literal += text.slice(at, opening.start) + '\\'.repeat(Math.floor(opening.backslashes / 2));
    at = opening.end;
    if (opening.escaped) {
      literal += '{{';
      continue;
    }
    if (literal !== '') parts.push({ kind: 'literal', text: literal });
    literal = '';
    const close = findClose(text, opening.end);
    parts.push(expressionPart(text.slice(opening.end, close), opening.end - 1));
    at = close + 2;
  }
  literal += text.slice(at);
  if (literal !== '') parts.push({ kind: 'literal', text: literal });
  return { parts };
}

/** Ignores an escaped `{{`; never throws. */
export function hasExpressions(text: string): boolean {
  let at = 0;
  for (let opening = nextOpening(text, at); opening !== undefined; opening = nextOpening(text, at)) {
    if (!opening.escaped) return true;
    at = opening.end;
  }
  return false;
}

/** Braces included; none when an expression has no end. */
export function expressionSpans(text: string): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  let at = 0;
  try {
    for (let opening = nextOpening(text, at); opening !== undefined; opening = nextOpening(text, at)) {
      at = opening.escaped ? opening.end : findClose(text, opening.end) + 2;
      if (!opening.escaped) spans.push({ start: opening.end - 2, end: at });
    }
  } catch {
    return [];
  }
  return spans;
}

/** Replaces each character of expressions; unchanged when one has no end. */
export function hideExpressions(text: string, sign: string): string {
  let hidden = text;
  for (const { start, end } of expressionSpans(text))
    hidden = hidden.slice(0, start) + sign.repeat(end - start) + hidden.slice(end);
  return hidden;
}

/** All else is unchanged, since backslashes have another meaning there. */
export async function fillExpressions(text: string, fill: (expression: string) => Promise<string>): Promise<string> {
  let filled = '';
  let at = 0;
  for (const { start, end } of expressionSpans(text)) {
    filled += text.slice(at, start) + (await fill(text.slice(start, end)));
    at = end;
  }
  return filled + text.slice(at);
}

/** Undefined when the expression has no end. */
export function expressionEnd(text: string, start: number): number | undefined {
  try {
    return findClose(text, start + 2) + 2;
  } catch {
    // Parsing the text as a template reports this.
    return undefined;
  }
}

/** The template that stands for the text itself: braces that were typed, or that an app shows, are no expression. */
export const escapeExpressions = (text: string): string => text.replace(/(?<!\\)(\\*)\{\{/g, '$1$1\\{{');

/** Undefined when something is computed or cannot be read. */
export function literalText(text: string): string | undefined {
  const parts = readableParts(text);
  return parts?.every(isLiteral) ? parts.map(part => part.text).join('') : undefined;
}

export function literalStart(text: string): string {
  const [first] = readableParts(text) ?? [];
  return first !== undefined && isLiteral(first) ? first.text : '';
}

const isLiteral = (part: LiteralPart | ExpressionPart): part is LiteralPart => part.kind === 'literal';

function readableParts(text: string): Template['parts'] | undefined {
  try {
    return parseTemplate(text).parts;
  } catch {
    return undefined;
  }
}

/** Undefined unless the text is one expression and nothing else; its value keeps its type. */
export function soleExpression(template: Template): ExpressionPart | undefined {
  const [part] = template.parts;
  return template.parts.length === 1 && part?.kind === 'expression' ? part : undefined;
}

export function isExpression(text: string): boolean {
  const trimmed = text.trim();
  const [span] = expressionSpans(trimmed);
  return span?.start === 0 && span.end === trimmed.length;
}

interface BraceOpening {
  /** Offset of the first backslash before the braces, else of the braces. */
  start: number;
  /** Offset after the braces. */
  end: number;
  backslashes: number;
  escaped: boolean;
}

function nextOpening(text: string, from: number): BraceOpening | undefined {
  const braces = text.indexOf('{{', from);
  if (braces === -1) return undefined;
  let start = braces;
  while (start > from && text[start - 1] === '\\') start -= 1;
  const backslashes = braces - start;
  return { start, end: braces + 2, backslashes, escaped: backslashes % 2 === 1 };
}

function expressionPart(inner: string, position: number): ExpressionPart {
  const source = inner.trim();
  if (source === '')
    throw unreadable(`The {{ }} at position ${position} is empty; write a name or an expression in it`);
  return { kind: 'expression', source, position };
}

function findClose(text: string, from: number): number {
  let depth = 0;
  let previous: ExpressionToken | undefined;
  for (let token = nextToken(text, from, undefined); token !== undefined; ) {
    if (depth === 0 && token.text === '}' && text.startsWith('}}', token.start)) return token.start;
    if (token.kind === 'unclosed') throw neverClosed(from - 1, token);
    if (token.kind === 'operator') depth = Math.max(0, depth + Number(token.text === '{') - Number(token.text === '}'));
    previous = token;
    token = nextToken(text, token.end, previous);
  }
  throw neverClosed(from - 1);
}

function neverClosed(position: number, inner?: ExpressionToken): AppError {
  const reason = inner === undefined ? '' : `: the ${inner.text} at position ${inner.start + 1} has no end`;
  return unreadable(
    `The {{ at position ${position} is never closed${reason}; end the expression with }}, or write \\{{ for plain braces`,
  );
}

const unreadable = (message: string): AppError =>
  new AppError('invalid-params', `${message}.`, { expected: 'text with {{ expression }}' });
