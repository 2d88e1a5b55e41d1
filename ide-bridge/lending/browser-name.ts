const PRODUCTS: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera' };
const SYSTEMS: readonly [RegExp, string][] = [
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** e.g. "Chrome 140 on Linux", from the user agent. */
export function browserName(userAgent: string): string {
  const [, product = 'Chrome', release = ''] = /(Edg|OPR|Chrome)\/(\d+)/.exec(userAgent) ?? [];
  const system = SYSTEMS.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [PRODUCTS[product] ?? product, release, ...(system === undefined ? [] : ['on', system])]
    .filter(word => word !== '')
    .join(' ');
}
