import { z } from 'zod';
import { digestLines } from '../../tools/window/element-digest.ts';
import { elementLines } from '../../tools/window/page-changes.ts';
import { type AskingVerb, type DoSession, print, readArguments } from '../do-session.ts';
import { locatorOf } from '../element-words.ts';
import { groupedLines } from '../grouped-lines.ts';

const USAGE = 'snapshot [-i] [--all] [--of <element>] [--find "text"] [--limit <n>]';
const MOST_LINES = 80;

const ToldListing = z.object({
  elements: z.array(
    z.object({
      ref: z.string(),
      role: z.string(),
      name: z.string(),
      state: z.array(z.string()).optional(),
      value: z.string().optional(),
      options: z.array(z.string()).optional(),
      optionCount: z.number().optional(),
      locator: z.string(),
    }),
  ),
  total: z.number(),
  omitted: z.string().optional(),
  hint: z.string().optional(),
});
type ToldListing = z.output<typeof ToldListing>;

const OPTIONS = {
  interactive: { type: 'boolean', short: 'i' },
  all: { type: 'boolean' },
  of: { type: 'string' },
  find: { type: 'string' },
  limit: { type: 'string' },
} as const;

async function ask(words: readonly string[], session: DoSession): Promise<void> {
  const { values, positionals } = readArguments(words, USAGE, OPTIONS);
  const { of: scope, find: filter, all = false, interactive = false } = values;
  const under = [...(scope === undefined ? [] : [scope]), ...positionals];
  const limit = values.limit === undefined ? MOST_LINES : Number(values.limit);
  const output = await session.call('getPageElements', {
    ...(filter === undefined ? {} : { filter }),
    ...(under.length === 0 ? {} : { within: await locatorOf(session, under) }),
    interactiveOnly: !all && filter === undefined,
  });
  if (session.isJson) return print(session, JSON.stringify(output));
  const listing = ToldListing.parse(output);
  const wanted = interactive ? listing.elements.filter(({ role }) => role !== 'heading') : listing.elements;
  const isWhole = all || filter !== undefined || under.length > 0;
  const lines = groupedLines(isWhole ? elementLines(wanted) : digestLines(wanted, elementLines));
  const shown = lines.slice(0, limit);
  print(session, [await placeLine(session), ...shown, ...endLines(listing, lines.length - shown.length)].join('\n'));
}

const Page = z.object({ url: z.string(), title: z.string() });

async function placeLine(session: DoSession): Promise<string> {
  const { url, title } = Page.loose().parse(await session.call('getPageInfo', {}));
  session.memory.url = url;
  return `${url} ${JSON.stringify(title)}`;
}

function endLines({ total, elements, hint }: ToldListing, cut: number): string[] {
  if (total === 0) return [hint ?? 'Nothing is listed.'];
  const left = total - elements.length + cut;
  return left === 0 ? [] : [`… ${left} more: --find, --of or --limit`];
}

export const snapshot: AskingVerb = {
  name: 'snapshot',
  also: ['look'],
  usage: USAGE,
  about: 'list controls and headings with their refs; -i: controls alone, --all: texts too',
  ask,
};
