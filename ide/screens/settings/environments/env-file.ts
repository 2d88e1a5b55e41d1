import { VariableName } from '../../../../model/names/codes.ts';

interface EnvLine {
  name: string;
  value: string;
}

export interface EnvFault {
  /** From 1. */
  line: number;
  why: string;
}

const LINE = /^\s*(?:export\s+)?([^=\s]+)\s*=\s*(.*?)\s*$/;
const NO_NAME = 'the name may have letters, digits and “_”, and does not begin with a digit';

/** Quotes, comments and `export` as in shells. Of two lines with one name the last counts. */
export function readEnv(text: string): { items: EnvLine[]; faults: EnvFault[] } {
  const items = new Map<string, string>();
  const faults: EnvFault[] = [];
  for (const [index, line] of text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .entries()) {
    if (/^\s*(#|$)/.test(line)) continue;
    const fault = (why: string) => faults.push({ line: index + 1, why });
    const [, name, rest = ''] = LINE.exec(line) ?? [];
    if (name === undefined) fault('no “NAME=value”');
    else if (!VariableName.safeParse(name).success) fault(NO_NAME);
    else {
      const value = readValue(rest);
      if (value === undefined) fault('the quote is not closed');
      else items.set(name, value);
    }
  }
  return { items: [...items].map(([name, value]) => ({ name, value })), faults };
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** Undefined: a quote is left open. */
function readValue(text: string): string | undefined {
  const quote = /^["']/.exec(text)?.[0];
  if (quote === undefined) return text.replace(/\s+#.*$/, '');
  const pattern = quote === '"' ? /^"((?:[^"\\]|\\.)*)"\s*(?:#.*)?$/ : /^'([^']*)'\s*(?:#.*)?$/;
  const inside = pattern.exec(text)?.[1];
  if (quote === "'") return inside;
  return inside?.replace(/\\(.)/g, (_whole, letter: string) => ESCAPES[letter] ?? letter);
}

const writeValue = (value: string): string =>
  /^[\w./:@%+,-]*$/.test(value)
    ? value
    : `"${value.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;

interface WrittenItem {
  name: string;
  kind: string;
  value?: string | undefined;
}

/** Of secrets only the names are written. */
export function writeEnv(items: readonly WrittenItem[]): string {
  const lines = items.map(({ name, kind, value = '' }) =>
    kind === 'secret' ? `# secret, not exported\n${name}=` : `${name}=${writeValue(value)}`,
  );
  return lines.map(line => `${line}\n`).join('');
}

export const soundsSecret = (name: string): boolean => /pass|secret|token|pwd|credential|(^|_)key$/i.test(name);
