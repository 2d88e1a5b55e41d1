import { revisionOf } from './revision.ts';
import type { Stored } from './stored.ts';

/**
 * What was read anew, with the records of before wherever they say the same: what is the same counts as untouched, for
 * undo, listeners and revisions alike.
 */
export function withSharedRecords(before: Stored | undefined, after: Stored): Stored {
  if (before?.kind === 'module' && after.kind === 'module') {
    const tests = shared(before.value.tests, after.value.tests, test => test.testCode);
    return { ...after, value: { ...after.value, tests } };
  }
  if (before?.kind === 'environments' && after.kind === 'environments') {
    const { environments: old } = before.value;
    const environments = shared(old, after.value.environments, item => item.environmentCode);
    return { ...after, value: { ...after.value, environments } };
  }
  if (before?.kind === 'links' && after.kind === 'links') {
    const links = shared(before.value.links, after.value.links, item => item.text);
    return { ...after, value: { ...after.value, links } };
  }
  return after;
}

function shared<Item extends object>(before: readonly Item[], after: readonly Item[], codeOf: (item: Item) => string) {
  const old = new Map(before.map(item => [codeOf(item), item]));
  return after.map(item => {
    const was = old.get(codeOf(item));
    return was !== undefined && revisionOf(was) === revisionOf(item) ? was : item;
  });
}
