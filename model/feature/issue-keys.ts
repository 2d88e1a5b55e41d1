export const ISSUE_KEY = /^[A-Z][A-Z0-9_]+-\d{1,12}$/;

const KEY = /[A-Z][A-Z0-9_]+-\d+$/;

/** Xray's prefixes before keys, unless changed there. */
const USUAL_PREFIXES: readonly string[] = ['TEST_', 'REQ_', 'TESTSET_'];

/** `SHOP-12` from `@SHOP-12` and `@TestName:SHOP-12`; each once, in the order of the tags. */
export const issueKeysOf = (tags: readonly string[]): string[] => [
  ...new Set(tags.flatMap(tag => KEY.exec(tag)?.[0] ?? [])),
];

/**
 * Keys without the prefix that the service writes in tags, where a key is left. `prefix`: from the settings; undefined
 * removes the usual ones.
 */
export function bareKeysOf(tags: readonly string[], prefix: string | undefined): string[] {
  const prefixes = prefix === undefined ? USUAL_PREFIXES : [prefix];
  const bare = tags.map(tag => {
    const name = tag.replace(/^@/, '');
    const found = prefixes.find(each => name.startsWith(each) && KEY.test(name.slice(each.length)));
    return found === undefined ? name : name.slice(found.length);
  });
  return issueKeysOf(bare);
}
