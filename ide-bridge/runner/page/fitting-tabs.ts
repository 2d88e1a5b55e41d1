import { fitsWildcard } from '../../../model/values/wildcard.ts';

export interface TabFacts {
  url: string;
  title: string;
}

/**
 * The tabs that are meant: the one with that index; else those whose title or address is the text, then those that fit
 * it with `*` for any text, then those that hold it. A path starts from the base.
 */
export function fittingTabs<Tab extends TabFacts>(wanted: string, tabs: readonly Tab[], base?: string): Tab[] {
  if (/^\d+$/.test(wanted)) return tabs.slice(Number(wanted), Number(wanted) + 1);
  const address = wanted.startsWith('/') ? URL.parse(wanted, base)?.href : undefined;
  const tests: readonly ((text: string) => boolean)[] = [
    text => text === wanted || text === address,
    text => fitsWildcard(wanted, text),
    text => text.includes(wanted),
  ];
  for (const fits of tests) {
    const found = tabs.filter(({ url, title }) => fits(title) || fits(url));
    if (found.length > 0) return found;
  }
  return [];
}
