import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';
import { ownFunctionsIn, unknownFunction } from '../../../model/values/expression-functions.ts';

test.each([
  ['$upercase(user)', 'no function is called $upercase; there are $uppercase, '],
  ['$totpp(secret.KEY)', 'no function is called $totpp; there are $totp, '],
  ['[1..3].$randomText($)  & $randomtext(3)', 'no function is called $randomtext; there are $randomText, '],
])('the expression %s calls a function that there is not', (source, sentence) => {
  expect(unknownFunction(source)).toContain(sentence);
});

test.each([
  '( $twice := function($x) { 2 * $x }; $twice(3) )',
  '$map([1, 2], function($each) { $each })',
  '$$.items ~> $filter(function($item, $at, $all) { $count($all) > $at })',
  '"$nothing(" & $string(1) & `$none(`',
  '$now() & $millis() & $uuid()',
])('the expression %s calls only functions that there are', source => {
  expect(unknownFunction(source)).toBeUndefined();
});

test('the functions of JSONata are all known', () => {
  const code = readFileSync(createRequire(import.meta.url).resolve('jsonata'), 'utf8');
  const names = [...code.matchAll(/(?:staticFrame|environment)\.bind\('(\w+)', defineFunction/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter(name => unknownFunction(`$${name}()`) !== undefined)).toEqual([]);
});

test('the functions that JSONata does not have are found in an expression', () => {
  expect(ownFunctionsIn('$uuid() & "$totp(x)" & $randomFrom(["a"]) & $string(1)')).toEqual(['uuid', 'randomFrom']);
});
