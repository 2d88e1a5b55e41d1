/** What the code of every kind of action is made of. */
import type { Action } from '../../model/actions/index.ts';
import { escapeForPattern, escapeTemplateForPattern } from '../../model/values/pattern.ts';
import { literalText } from '../../model/values/template.ts';
import { type CodeValues, member, type NameScope } from './code-values.ts';

export interface PluggedFunction {
  name: string;
  /** Whose pages it asks for. */
  actors: readonly string[];
}

export interface CodeContext {
  values: CodeValues;
  scope: NameScope;
  /** What a plugged test becomes. */
  functionOf(code: string): PluggedFunction | undefined;
  unique(name: string): string;
  /** Lines for a download, which go behind the action that starts it, by the code of its page. */
  downloads: Map<string, string[]>;
  /** Lines for checks of requests, whose code has begun before the action that sends them. */
  begun?: Map<Action, string[]> | undefined;
}

/** Where a value is written. */
type ValuePlace = Pick<CodeContext, 'values' | 'scope'>;

export type CodeLines = string[];
export const indented = (lines: readonly string[]): CodeLines => lines.map(line => (line === '' ? '' : `  ${line}`));
export const commented = (lines: readonly string[]): CodeLines => lines.map(line => `// ${line}`);

export function options(pairs: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(pairs).flatMap(([name, value]) =>
    value === undefined ? [] : [value === name ? name : `${name}: ${value}`],
  );
  return given.length === 0 ? '' : `{ ${given.join(', ')} }`;
}

export const call = (name: string, ...args: readonly (string | undefined)[]): string =>
  `${name}(${args.filter(arg => arg !== undefined && arg !== '').join(', ')})`;

export const limit = ({ timeoutMs }: Action) => (timeoutMs === undefined ? undefined : String(timeoutMs));

export const find = (text: string, { values, scope }: CodeContext) => values.locator(text, scope);
export const text = (template: string, { values, scope }: ValuePlace) => values.text(template, scope);

export const variable = (name: string, { values }: CodeContext): string => {
  values.needs.variables = true;
  return member('vars', name);
};

/** `*` matches any text. */
export const likeName = (name: string, context: CodeContext): string =>
  name.includes('*')
    ? `toMatch(${context.values.pattern(`/^${escapeTemplateForPattern(name, withAnyText)}$/`, context.scope)})`
    : `toBe(${text(name, context)})`;

/** That it contains the text, in which `*` matches any other. */
export const likeText = (expected: string, context: CodeContext): string =>
  expected.includes('*')
    ? `toMatch(${context.values.pattern(`/${escapeTemplateForPattern(expected, withAnyText)}/`, context.scope)})`
    : `toContain(${text(expected, context)})`;

const withAnyText = (text: string): string => escapeForPattern(text).replaceAll('\\*', '.*');

/** A statement that checks a status; `status` is code of a number, `expected` as actions have it: 201, 2xx or 200, 404. */
export function statusCheck(expected: string, status: string, context: ValuePlace): string {
  const literal = literalText(expected);
  if (literal !== undefined && /^\s*\d+\s*$/.test(literal)) return `expect(${status}).toBe(${literal.trim()});`;
  const subject = `expect(String(${status}))`;
  if (literal === undefined)
    return `${subject}.toMatch(new RegExp(\`^(?:\${${text(expected, context)}.trim().replace(/[\\s,]+/g, '|').replace(/x/gi, '.')})$\`));`;
  const choices = literal.split(/[\s,]+/).filter(one => one !== '');
  return `${subject}.toMatch(/^(?:${choices.join('|').replace(/x/gi, '\\d')})$/);`;
}
