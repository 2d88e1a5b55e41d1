const KEY = /[A-Z][A-Z0-9_]+-\d+$/;

/**
 * The keys of issues that tags end with, each once, in the order of the tags: `@SHOP-12`, `@TestName:SHOP-12`. A prefix
 * that a service writes before its keys (`TEST_`) is left out.
 */
export function issueKeysOf(tags: readonly string[], prefix = ''): string[] {
  const keys = tags.flatMap(tag => {
    const bare = tag.replace(/^@/, '');
    return KEY.exec(bare.startsWith(prefix) ? bare.slice(prefix.length) : bare)?.[0] ?? [];
  });
  return [...new Set(keys)];
}

/** Keys as their service has them: without what it writes before them, where a key is left. */
export const withoutPrefix = (keys: readonly string[], prefix: string): string[] =>
  prefix === '' ? [...keys] : issueKeysOf(keys, prefix);
