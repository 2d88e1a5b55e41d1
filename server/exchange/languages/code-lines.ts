/** Code as a tree of statements: by indentation in Python, by braces elsewhere. */
import { wrongText } from '../../../model/exchange/test-drafts.ts';
import type { CodeLanguage, CodeToken } from './code-tokens.ts';

export interface CodeLine {
  tokens: readonly CodeToken[];
  /** Undefined where it opens no block. */
  body: CodeLine[] | undefined;
  indent: number;
  end: number;
}

const OPENING = /^[([{]$/;
const CLOSING = /^[)\]}]$/;
const isSign = ({ kind }: CodeToken): boolean => kind === 'sign';

/** Statements of Python, flat. */
function pythonLines(source: string, tokens: readonly CodeToken[]): CodeLine[] {
  const lines: CodeLine[] = [];
  let current: CodeToken[] = [];
  let depth = 0;
  const finish = () => {
    const [first] = current;
    const last = current.at(-1);
    if (first === undefined || last === undefined) return;
    const indent = first.start - (source.lastIndexOf('\n', first.start) + 1);
    lines.push({ tokens: current, body: last.text === ':' ? [] : undefined, indent, end: last.end });
    current = [];
  };
  for (const token of tokens) {
    if (depth === 0 && (token.isFirst || (isSign(token) && token.text === ';'))) finish();
    if (isSign(token) && token.text === ';' && depth === 0) continue;
    depth = depthAfter(depth, token);
    current.push(token);
  }
  finish();
  return lines;
}

function nested(lines: readonly CodeLine[]): CodeLine[] {
  const top: CodeLine[] = [];
  const open: CodeLine[] = [];
  for (const line of lines) {
    while ((open.at(-1)?.indent ?? -1) >= line.indent) open.pop();
    (open.at(-1)?.body ?? top).push(line);
    for (const outer of open) outer.end = line.end;
    if (line.body !== undefined) open.push(line);
    if (open.length > MOST_DEPTH) throw wrongText('The code is nested too deeply.');
  }
  return top;
}

const MOST_DEPTH = 100;

interface BracedCode {
  top: CodeLine[];
  open: CodeLine[];
  current: CodeToken[];
  depth: number;
  /** A brace after an assignment or within brackets belongs to a value. */
  isValue: boolean;
}

function addLine(code: BracedCode, end: number, body: CodeLine[] | undefined): CodeLine {
  const line: CodeLine = { tokens: code.current, body, indent: 0, end };
  if (code.current.length > 0 || body !== undefined) (code.open.at(-1)?.body ?? code.top).push(line);
  code.current = [];
  code.isValue = false;
  return line;
}

/** Whether the sign ends a statement, or opens or closes a block. */
function bounds(code: BracedCode, sign: string, { start, end }: CodeToken): boolean {
  if (code.depth > 0) return false;
  if (sign === ';') addLine(code, end, undefined);
  else if (sign === '{' && !code.isValue && code.open.length < MOST_DEPTH) code.open.push(addLine(code, end, []));
  else if (sign === '}') {
    addLine(code, start, undefined);
    const closed = code.open.pop();
    if (closed !== undefined) closed.end = end;
  } else return false;
  return true;
}

function bracedLines(tokens: readonly CodeToken[]): CodeLine[] {
  const code: BracedCode = { top: [], open: [], current: [], depth: 0, isValue: false };
  for (const token of tokens) {
    const sign = isSign(token) ? token.text : '';
    if (bounds(code, sign, token)) continue;
    if (code.depth === 0 && VALUE.test(sign)) code.isValue = true;
    code.depth = depthAfter(code.depth, token);
    code.current.push(token);
  }
  addLine(code, tokens.at(-1)?.end ?? 0, undefined);
  return code.top;
}

const VALUE = /^(?:=|\+=|=>|->)$/;

function depthAfter(depth: number, token: CodeToken): number {
  if (!isSign(token)) return depth;
  if (OPENING.test(token.text)) return depth + 1;
  return CLOSING.test(token.text) ? Math.max(0, depth - 1) : depth;
}

export const codeLines = (source: string, tokens: readonly CodeToken[], language: CodeLanguage): CodeLine[] =>
  language === 'python' ? nested(pythonLines(source, tokens)) : bracedLines(tokens);
