import { byNearness, nearest } from '../errors/nearest.ts';
import { ARIA_ROLES } from '../names/aria-roles.ts';
import { regexFault } from './pattern.ts';

/** Reads Playwright's aria snapshots line by line: enough to find faults and missing lines. */

interface AriaLine {
  role: string;
  name?: string | undefined;
  attributes: ReadonlyMap<string, string>;
  text?: string | undefined;
}

const ATTRIBUTES = ['active', 'checked', 'disabled', 'expanded', 'invalid', 'level', 'pressed', 'selected'];
/** Roles of snapshots that `getByRole` does not find. */
const ROLES: readonly string[] = [...ARIA_ROLES, 'iframe', 'image', 'text'];

const ITEM = /^\s*-\s+(.*?)\s*$/;
const QUOTED_KEY = /^'((?:[^']|'')*)'(?::(?:\s+(.*))?)?$/;
const NODE =
  /^([a-zA-Z]+)(?:\s+("(?:\\.|[^"\\])*"|\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^\\/[])+\/))?((?:\s*\[[^\]]*\])*)(?::(?:\s+(.*))?)?(?:\s+#.*)?$/;
const ATTRIBUTE = /\[\s*([a-zA-Z]*)\s*(?:=\s*([^\]\s]*)\s*)?\]/g;
const MOST_SHOWN = 120;

function readItem(item: string): AriaLine | undefined {
  const [, key, value] = QUOTED_KEY.exec(item) ?? [];
  const node = NODE.exec(key === undefined ? item : key.replaceAll("''", "'"));
  if (node === null) return undefined;
  const [, role = '', name, list = '', text] = node;
  const attributes = new Map([...list.matchAll(ATTRIBUTE)].map(([, word = '', set = 'true']) => [word, set]));
  return { role, name, attributes, text: key === undefined ? text : value };
}

const itemsOf = (snapshot: string): string[] => snapshot.split('\n').flatMap(line => ITEM.exec(line)?.[1] ?? []);

const shown = (item: string): string => (item.length > MOST_SHOWN ? `${item.slice(0, MOST_SHOWN)}…` : item);

/** YAML itself is left to Playwright. */
export function ariaTemplateFault(template: string): string | undefined {
  const first = template.split('\n').find(line => line.trim() !== '' && !line.trim().startsWith('#'));
  if (first === undefined) return 'an aria snapshot has lines such as - button "Save"; this one has none';
  if (!ITEM.test(first))
    return `an aria snapshot is a list of lines such as - button "Save"; “${shown(first)}” is none`;
  for (const item of itemsOf(template)) {
    const fault = itemFault(item);
    if (fault !== undefined) return `“- ${shown(item)}” ${fault}`;
  }
  return undefined;
}

function itemFault(item: string): string | undefined {
  if (item.startsWith('"') || (item.startsWith('/') && item.includes(':'))) return undefined;
  const line = readItem(item);
  if (line === undefined) return 'is not written as role "name" [attribute]: text, where the name may be /…/ too';
  const { role, name = '', attributes } = line;
  const likely = ROLES.includes(role) ? undefined : nearest(role, ROLES);
  if (likely !== undefined) return `names no role that pages have; did you mean ${likely}`;
  const unknown = [...attributes.keys()].find(attribute => !ATTRIBUTES.includes(attribute));
  if (unknown !== undefined) return `has no attribute [${unknown}]; there are ${ATTRIBUTES.join(', ')}`;
  return name.startsWith('/') ? regexFault(name.slice(1, -1)) : undefined;
}

/** The first line that nothing on the page matches by itself, with the closest one there. */
export function missingAriaLine(template: string, snapshot: string): { missing: string; close?: string } | undefined {
  const there = itemsOf(snapshot);
  const lines = there.flatMap(item => readItem(item) ?? []);
  for (const item of itemsOf(template)) {
    const wanted = readItem(item);
    if (wanted === undefined || lines.some(line => fits(wanted, line))) continue;
    const missing = shown(item.replace(/:$/, ''));
    const alike = there.filter(other => readItem(other)?.role === wanted.role);
    const [close] = byNearness(missing, alike);
    return close === undefined ? { missing } : { missing, close: shown(close.replace(/:$/, '')) };
  }
  return undefined;
}

/** Text in lines of its own is not compared. */
function fits(wanted: AriaLine, line: AriaLine): boolean {
  if (wanted.role !== line.role) return false;
  if (wanted.name !== undefined && !isAlike(wanted.name, line.name ?? '""')) return false;
  for (const [name, value] of wanted.attributes) if ((line.attributes.get(name) ?? 'false') !== value) return false;
  return !wanted.text || line.text === undefined || isAlike(wanted.text, line.text);
}

const plain = (text: string): string =>
  text
    .replace(/^(["'])(.*)\1$/s, '$2')
    .replace(/\s+/g, ' ')
    .trim();

function isAlike(wanted: string, text: string): boolean {
  const source = /^\/(.+)\/$/s.exec(wanted)?.[1];
  if (source === undefined) return plain(wanted) === plain(text);
  return regexFault(source) === undefined && new RegExp(source).test(plain(text));
}
