import { expect, it } from 'vitest';
import { applyPatches } from '../../ide/app/apply-patches.ts';
import { stepLink, withLink } from '../../ide/app/feature-links.ts';
import { LinkHeader, ProjectSnapshot, TestHeader } from '../../model/protocol/channel/project-view.ts';
import { emptySnapshot } from './project-views.ts';

const test = TestHeader.parse({ testCode: 't1', moduleCode: 'm1', name: 'One', type: 'web', actionCount: 0 });
const link = LinkHeader.parse({ testCode: 't1' });

/** As the service sends it. */
const sent = (links: object) =>
  ProjectSnapshot.parse(JSON.parse(JSON.stringify({ ...emptySnapshot(), tests: { t1: test }, links })));

it.each(['__proto__', 'constructor', 'toString'])('a step %s is black when it is linked, and red when not', text => {
  const read = sent({ [text]: link });
  expect(stepLink(read, text)).toEqual({ isLinked: true, link, test });
  expect(stepLink(sent({}), text)).toEqual({ isLinked: false });
  const unlinked = withLink(read, text, undefined);
  expect(stepLink(unlinked, text)).toEqual({ isLinked: false });
  expect(stepLink(withLink(unlinked, text, link), text).isLinked).toBe(true);
  const patched = applyPatches({ snapshot: unlinked, open: {} }, [{ op: 'set', path: ['links', text], value: link }]);
  expect(stepLink(patched.snapshot, text).isLinked).toBe(true);
});

it.each([
  ['a list', []],
  ['a link without a test', { 'the shop is open': {} }],
  ['a link to what is no test', JSON.parse('{ "__proto__": { "testCode": 7 } }')],
])('%s is refused in place of links', (_words, links) => {
  expect(ProjectSnapshot.safeParse({ ...emptySnapshot(), links }).success).toBe(false);
});
