import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import type { RunChoice } from '../../runs/plan/select-run.ts';

interface AddressedRun {
  project: string;
  version?: string;
  wanted: RunChoice;
  environment?: string;
  role?: string;
}

export const isAddress = (word: string): boolean => /^https?:\/\//i.test(word) || word.startsWith('/p/');

export const isCiAddress = (word: string): boolean => isAddress(word) && partsOfAddress(word)?.isForCi === true;

export function optionsInAddresses(words: readonly string[]): z.output<typeof Said> {
  const queries = words.filter(isCiAddress);
  return Said.parse(
    Object.fromEntries(queries.flatMap(word => [...new URL(word, 'http://page').searchParams].filter(isSaid))),
  );
}

const Word = z.string().optional();
const Said = z.object({
  workers: Word,
  retries: Word,
  maxFailures: Word,
  publish: z.stringbool().optional(),
  planKey: Word,
  fixVersion: Word,
});

const isSaid = ([name, value]: [string, string]): boolean => Object.hasOwn(Said.shape, name) && value !== '';

const DEFAULT_VERSION = '-';

/** Errors: `invalid-params` for an address that names nothing to run. */
export function readAddress(word: string): AddressedRun {
  const { url, path = [], isForCi = false } = partsOfAddress(word) ?? {};
  const [root, project = '', version = DEFAULT_VERSION, tab, first, second] = path;
  const wanted = url && (isForCi ? askedOf(url.searchParams) : shownAt(tab, first, second));
  if (root !== 'p' || project === '' || wanted === undefined)
    throw new AppError('invalid-params', `The address ${word} names nothing to run.`, {
      expected: 'the address of a module, a test, a feature or a scenario, e.g. /p/shop/-/modules/m1/t2',
    });
  const asked = Object.fromEntries(isForCi ? (url?.searchParams ?? []) : []);
  return {
    project,
    ...(version === DEFAULT_VERSION ? {} : { version }),
    wanted,
    ...(asked.env ? { environment: asked.env } : {}),
    ...(asked.role ? { role: asked.role } : {}),
  };
}

function partsOfAddress(word: string): { url: URL; path: string[]; isForCi: boolean } | undefined {
  if (!URL.canParse(word, 'http://page')) return undefined;
  const url = new URL(word, 'http://page');
  const path = partsOf(url.pathname);
  return { url, path, isForCi: path[3] === 'ci' || path[3] === 'run' };
}

function partsOf(path: string): string[] {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return [];
  }
}

function shownAt(
  tab: string | undefined,
  first: string | undefined,
  second: string | undefined,
): RunChoice | undefined {
  if (tab === 'modules') return { words: [second ?? first ?? []].flat() };
  if (tab !== 'features') return undefined;
  if (second !== undefined && first !== undefined)
    return { words: [second.includes('.') ? second : `${first}.${second}`] };
  return { words: [first ?? []].flat() };
}

function askedOf(query: URLSearchParams): RunChoice {
  const words = ['module', 'test', 'feature', 'scenario'].flatMap(name => query.getAll(name));
  const grep = query.get('grep') ?? undefined;
  const tags = query.get('tags') ?? undefined;
  return { words, suites: query.getAll('suite'), ...(grep && { grep }), ...(tags && { tags }) };
}
