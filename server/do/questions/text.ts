import { z } from 'zod';
import { type AskingVerb, type DoSession, print, readArguments } from '../do-session.ts';
import { locatorOf } from '../element-words.ts';

const USAGE = 'text [<element>] [--find "text"] [--limit <lines>]';
const OPTIONS = { find: { type: 'string' }, limit: { type: 'string' } } as const;
const MOST_LINES = 60;
const MOST_ELEMENTS = 2_000;

const SaidElement = z.object({ role: z.string(), name: z.string(), value: z.string().optional() });
const Listing = z.object({ elements: z.array(SaidElement) });
type SaidElement = z.output<typeof SaidElement>;

/** A row says what its cells say. */
const AROUND: readonly string[] = ['row', 'listitem', 'term', 'paragraph', 'article', 'heading', 'button', 'link'];

function linesOf(elements: readonly SaidElement[]): string[] {
  const lines: string[] = [];
  let around = '';
  let before: SaidElement | undefined;
  for (const element of elements) {
    const { role, name, value } = element;
    const text = value === undefined ? name : `${name}: ${value}`;
    if (text === '' || (around !== '' && around.includes(name) && value === undefined)) continue;
    if (role === 'definition' && before?.role === 'term') lines.push(`${lines.pop()}: ${text}`);
    else lines.push(text);
    around = AROUND.includes(role) ? name.replace(/…$/, '') : '';
    before = element;
  }
  return lines;
}

async function ask(words: readonly string[], session: DoSession): Promise<void> {
  const { values, positionals } = readArguments(words, USAGE, OPTIONS);
  const output = await session.call('getPageElements', {
    ...(positionals.length === 0 ? {} : { within: await locatorOf(session, positionals) }),
    interactiveOnly: false,
    limit: MOST_ELEMENTS,
  });
  const needle = values.find?.toLowerCase();
  const all = linesOf(Listing.parse(output).elements);
  const found = needle === undefined ? all : all.filter(line => line.toLowerCase().includes(needle));
  const shown = found.slice(0, values.limit === undefined ? MOST_LINES : Number(values.limit));
  if (session.isJson) return print(session, JSON.stringify({ lines: found }));
  const left = found.length - shown.length;
  const more = left > 0 && values.limit === undefined ? [`… ${left} more: --find or --limit`] : [];
  print(session, [...shown, ...more].join('\n') || 'No text.');
}

export const text: AskingVerb = {
  name: 'text',
  also: ['read'],
  usage: USAGE,
  about: 'read the texts of the page or of an element, without refs',
  ask,
};
