/** What others have written in these files stays as it is. */

import { isDeepStrictEqual } from 'node:util';
import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  getNodeValue,
  modify,
  type Node,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser';
import { AppError } from '../../../model/errors/errors.ts';

export type WantedFile = { path: string } & (
  | { text: string }
  /** A section of Markdown between markers of a name. */
  | { section: string; text: string }
  /** A table of TOML. */
  | { table: string; text: string }
  /** A value in JSON with comments; with `key` an item of a list, identified by that field. */
  | { at: readonly string[]; value: Readonly<Record<string, unknown>>; key?: string }
);

export function nameOf(wanted: WantedFile): string {
  if ('value' in wanted)
    return `${wanted.path}: ${[...wanted.at, ...(wanted.key === undefined ? [] : [wanted.value[wanted.key]])].join('.')}`;
  if ('section' in wanted) return `${wanted.path}: section ${wanted.section}`;
  return 'table' in wanted ? `${wanted.path}: ${wanted.table}` : wanted.path;
}

interface Merged {
  /** `kept`: something else is there, and may not be replaced. */
  outcome: 'new' | 'added' | 'same' | 'kept' | 'replaced';
  text: string;
}

interface MergeRequest {
  old: string | undefined;
  wanted: WantedFile;
  force: boolean;
}

/** Errors: `invalid-params` for a file that cannot be read. */
export function mergeFile({ old, wanted, force }: MergeRequest): Merged {
  if ('value' in wanted) return mergeJson(old, wanted, force);
  const [text, found] = partIn(old, wanted);
  if (old === undefined) return { outcome: 'new', text };
  if (found === undefined) return { outcome: 'added', text: `${old}${gapAfter(old)}${text}` };
  if (found === text) return { outcome: 'same', text: old };
  return force ? { outcome: 'replaced', text: old.replace(found, () => text) } : { outcome: 'kept', text: old };
}

const gapAfter = (text: string): string => {
  if (text.trim() === '') return '';
  return text.endsWith('\n') ? '\n' : '\n\n';
};

type WantedPart = [wanted: string, found: string | undefined];

function partIn(old: string | undefined, wanted: Exclude<WantedFile, { value: unknown }>): WantedPart {
  if ('section' in wanted) return sectionIn(old, wanted);
  return 'table' in wanted ? tableIn(old, wanted) : [wanted.text, old];
}

function sectionIn(old = '', { section, text }: { section: string; text: string }): WantedPart {
  const [begin, end] = [`<!-- ${section}: begin -->`, `<!-- ${section}: end -->`];
  const from = old.indexOf(begin);
  const to = old.indexOf(end, from);
  const found = from < 0 || to < 0 ? undefined : old.slice(from, to + end.length + 1);
  return [`${begin}\n${text.trim()}\n${end}\n`, found];
}

/** A table that is written by keys with dots, or inside braces, is found and refused. */
function tableIn(old = '', { path, table, text }: { path: string; table: string; text: string }): WantedPart {
  const name = table.replaceAll('.', String.raw`\s*\.\s*`);
  const found = new RegExp(String.raw`^\[\s*${name}\s*\][^\n]*\n(?:(?!\s*\[)[^\n]*(?:\n|$))*`, 'm')
    .exec(old)?.[0]
    .trimEnd();
  const [outer = ''] = table.split('.');
  if (found === undefined && new RegExp(String.raw`^\s*(?:${outer}\s*=|${name}\s*\.)`, 'm').test(old))
    throw new AppError(
      'invalid-params',
      `${path} writes "${outer}" in a way that no table can be added to. Write its entries as [${outer}.name], or add this yourself:\n[${table}]\n${text}`,
    );
  return [`[${table}]\n${text}`, found === undefined ? undefined : `${found}\n`];
}

const FORMAT: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };

function mergeJson(
  old: string | undefined,
  { path, at, value, key }: Extract<WantedFile, { value: unknown }>,
  force: boolean,
): Merged {
  const before = old === undefined || old.trim() === '' ? '{}\n' : old;
  const errors: ParseError[] = [];
  const tree = parseTree(before, errors, { allowTrailingComma: true });
  if (tree?.type !== 'object' || errors.length > 0)
    throw new AppError('invalid-params', `${path} is not valid JSON. Mend it, or move it away; nothing was written.`);
  const list = key === undefined ? undefined : findNodeAtLocation(tree, [...at]);
  const items: unknown[] = list?.type === 'array' ? getNodeValue(list) : [];
  const index = items.findIndex(item => isNamed(item, key ?? '', value));
  const place = key === undefined ? [...at] : [...at, index < 0 ? items.length : index];
  const node = findNodeAtLocation(tree, place);
  if (node !== undefined && isDeepStrictEqual(valueAt(before, node), value)) return { outcome: 'same', text: before };
  if (node !== undefined && !force) return { outcome: 'kept', text: before };
  const text = applyEdits(before, modify(before, place, value, { formattingOptions: FORMAT }));
  if (old === undefined) return { outcome: 'new', text };
  return { outcome: node === undefined ? 'added' : 'replaced', text };
}

/** The objects of `getNodeValue` are not plain, so the text is parsed again. */
const valueAt = (text: string, { offset, length }: Node): unknown => parse(text.slice(offset, offset + length));

const isNamed = (item: unknown, key: string, value: Readonly<Record<string, unknown>>): boolean =>
  typeof item === 'object' && item !== null && new Map(Object.entries(item)).get(key) === value[key];
