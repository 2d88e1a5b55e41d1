import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';

/** What a reply may hold when its caller names no limit; the frame around it stays below 20 kB with this. */
export const REPLY_BYTES = 18_000;

export const jsonBytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/** The first items whose JSON fits into a reply; always at least one. */
export function takeFitting<Item>(items: readonly Item[], mostBytes = REPLY_BYTES): Item[] {
  let bytes = 0;
  const end = items.findIndex((item, index) => {
    bytes += jsonBytes(item) + 1;
    return index > 0 && bytes > mostBytes;
  });
  return items.slice(0, end < 0 ? items.length : end);
}

/** The value, or the start of its JSON where it does not fit into a reply. */
export function takeShort(value: unknown): { value?: unknown; omitted?: string } {
  const bytes = jsonBytes(value);
  if (bytes <= REPLY_BYTES) return value === undefined ? {} : { value };
  const text = JSON.stringify(value);
  const omitted = `The value has ${bytes} bytes as JSON; this is where it begins. Ask for a part of it.`;
  return { value: `${text.slice(0, REPLY_BYTES / 4)}…`, omitted };
}

const MOST = 1_000;
const DEFAULT_LIMIT = 100;

export const LIST_FIELDS = {
  limit: z.number().int().min(1).max(MOST).optional().describe(`How many at most; default ${DEFAULT_LIMIT}`),
  cursor: z.string().max(100).optional().describe('nextCursor of the page before'),
  filter: z.string().max(200).optional().describe('Part of a name or code, ignoring case'),
};

export const PAGE_FIELDS = {
  total: z.number().int().describe('How many there are in all'),
  nextCursor: z.string().optional().describe('Give it as "cursor" for the rest'),
  omitted: z.string().optional().describe('What was cut to keep the answer short, and how to get it'),
};

type ListInput = z.output<z.ZodObject<typeof LIST_FIELDS>>;

interface ListPage<View> {
  items: View[];
  total: number;
  nextCursor?: string;
  omitted?: string;
}

interface ListRequest<Item, View> {
  all: readonly Item[];
  input: ListInput;
  words(item: Item): readonly string[];
  view(item: Item): View;
  /** Cuts an item that fills a reply by itself, and says how to get the rest. */
  shorten?(view: View): { view: View; omitted: string };
}

const CURSOR = /^\d{1,9}$/;

/** Errors: `invalid-params` for a foreign cursor. */
export function startOf({ cursor }: Pick<ListInput, 'cursor'>): number {
  if (cursor === undefined) return 0;
  if (CURSOR.test(cursor)) return Number(cursor);
  throw new AppError('invalid-params', `"cursor" is none that this tool gave: "${cursor}".`, { field: 'cursor' });
}

/** One page of a list, cut to the size of a reply unless a limit is given. Errors: `invalid-params` for a foreign cursor. */
export function pageOf<Item, View>({ all, input, words, view, shorten }: ListRequest<Item, View>): ListPage<View> {
  const needle = input.filter?.toLowerCase();
  const found =
    needle === undefined ? all : all.filter(item => words(item).some(word => word.toLowerCase().includes(needle)));
  const start = startOf(input);
  const wanted = found.slice(start, start + (input.limit ?? DEFAULT_LIMIT)).map(view);
  const items = input.limit === undefined ? takeFitting(wanted) : wanted;
  const end = start + items.length;
  const page = { items, total: found.length, ...(end < found.length ? { nextCursor: String(end) } : {}) };
  if (input.limit !== undefined) return page;
  const [only] = items;
  if (only !== undefined && items.length === 1 && shorten !== undefined && jsonBytes(only) > REPLY_BYTES) {
    const short = shorten(only);
    return { ...page, items: [short.view], omitted: short.omitted };
  }
  if (items.length === wanted.length) return page;
  const rest = `${wanted.length - items.length} of ${wanted.length}`;
  return { ...page, omitted: `${rest} left out: ask with cursor "${end}" for more, or with a limit for all at once.` };
}
