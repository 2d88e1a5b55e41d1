import { expect, it } from 'vitest';
import { bareKeysOf } from '../../../model/feature/issue-keys.ts';

it.each([
  [['@TEST_CALC-637', '@REQ_CALC-632'], undefined, ['CALC-637', 'CALC-632']],
  [['@TEST_CALC-3', '@TESTSET_CALC-6'], undefined, ['CALC-3', 'CALC-6']],
  [['@TestName:SHOP-12', '@smoke', '@SHOP-12'], undefined, ['SHOP-12']],
  [['@TEST_CALC-637'], '', ['TEST_CALC-637']],
  [['@QA_CALC-637', '@TEST_CALC-1'], 'QA_', ['CALC-637', 'TEST_CALC-1']],
  [['@TEST_12', '@SHOP-', '@1'], undefined, []],
])('the tags %j with the prefix %j give the issue keys %j', (tags, prefix, keys) => {
  expect(bareKeysOf(tags, prefix)).toEqual(keys);
});
