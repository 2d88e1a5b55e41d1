/** A key of an issue as its service has it. */
export const ISSUE_KEY = /^[A-Z][A-Z0-9_]+-\d{1,12}$/;

const KEY = /[A-Z][A-Z0-9_]+-\d+$/;

/** What Xray writes before its keys, unless somebody has set otherwise there. */
const USUAL_PREFIXES: readonly string[] = ['TEST_', 'REQ_', 'TESTSET_'];

/** The keys of issues that tags end with, as written, each once, in the order of the tags: `@SHOP-12`, `@TestName:SHOP-12`. */
export const issueKeysOf = (tags: readonly string[]): string[] => [
  ...new Set(tags.flatMap(tag => KEY.exec(tag)?.[0] ?? [])),
];

/**
 * The keys as their service has them: without what it writes before them in tags, where a key is left. `prefix` is what the
 * settings say; undefined leaves out what is usual.
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
