export const ISSUE_KEY = /^[A-Z][A-Z0-9_]+-\d{1,12}$/;

const KEY = /[A-Z][A-Z0-9_]+-\d+$/;

/** Xray's prefixes before keys, unless changed there. */
const USUAL_PREFIXES: readonly string[] = ['TEST_', 'REQ_', 'TESTSET_'];
const TEST_PREFIX = 'TEST_';
const isOfTest = (name: string, prefix: string): boolean =>
  prefix !== '' && name.startsWith(prefix) && KEY.test(name.slice(prefix.length));
const isOfOther = (name: string): boolean => /^(?:REQ|TESTSET)_/.test(name);

interface TestKeys {
  /** Of the tests that the scenario is. */
  keys: string[];
  /** Without a prefix that says of what they are: perhaps of further tests, perhaps of sets or requirements. */
  others: string[];
}

/** By the tags of a scenario alone: all keys with the prefix of tests, else the first key. `prefix`: as in `bareKeysOf`. */
export function testKeysOf(tags: readonly string[], prefix: string | undefined): TestKeys {
  const names = tags.map(tag => tag.replace(/^@/, ''));
  const own = names.filter(name => isOfTest(name, prefix ?? TEST_PREFIX));
  if (own.length > 0) return { keys: bareKeysOf(own, prefix), others: [] };
  const keys = bareKeysOf(names, prefix).slice(0, 1);
  const others = bareKeysOf(
    names.filter(name => !isOfOther(name)),
    prefix,
  );
  return { keys, others: others.filter(key => !keys.includes(key)) };
}

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
