import { expect, it } from 'vitest';
import { bareKeysOf, testKeysOf } from '../../../model/feature/issue-keys.ts';

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

it.each([
  [['@TEST_SH-1', '@TEST_SH-2'], undefined, { keys: ['SH-1', 'SH-2'], others: [] }],
  [['@REQ_SH-5', '@TEST_SH-1', '@TESTSET_SH-9', '@SH-7'], undefined, { keys: ['SH-1'], others: [] }],
  [['@SH-1', '@SH-2'], undefined, { keys: ['SH-1'], others: ['SH-2'] }],
  [['@SH-1', '@REQ_SH-5', '@TESTSET_SH-9'], undefined, { keys: ['SH-1'], others: [] }],
  [['@QA_SH-1', '@QA_SH-2', '@TEST_SH-3'], 'QA_', { keys: ['SH-1', 'SH-2'], others: [] }],
  [['@SH-1', '@SH-2'], '', { keys: ['SH-1'], others: ['SH-2'] }],
  [['@smoke'], undefined, { keys: [], others: [] }],
])('a scenario with the tags %j and the prefix %j is of the tests %j', (tags, prefix, keys) => {
  expect(testKeysOf(tags, prefix)).toEqual(keys);
});
