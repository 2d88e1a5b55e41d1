import { expect, test } from 'vitest';
import { kindsFor } from '../../ide/screens/modules/test/find-kinds.ts';
import { ACTION_KINDS } from '../../model/actions/index.ts';

const labels = (query: string, isSuite = false) => kindsFor(query, isSuite).map(type => ACTION_KINDS[type].label);

test.each([
  ['check', 'Check'],
  ['text', 'Check'],
  ['see', 'Check'],
  ['should', 'Check'],
  ['Assert', 'Check'],
  ['tick', 'Tick'],
  ['checkbox', 'Tick'],
  ['dropdown', 'Choose'],
  ['type', 'Type'],
  ['enter', 'Type'],
  ['wait', 'Wait for'],
  ['sleep', 'Wait for'],
  ['login', 'Plug test case'],
  ['sign in', 'Plug test case'],
  ['if', 'If'],
  ['repeat', 'Loop'],
  ['alert', 'Answer dialog'],
  ['http', 'API call'],
  ['poll', 'API call'],
  ['pdf', 'Expect download'],
  ['network', 'Check request'],
  ['xhr', 'Check request'],
  ['open', 'Go to'],
  ['js', 'Run JavaScript'],
  ['refresh', 'Reload'],
  ['viewport', 'Emulate'],
  ['offline', 'Emulate'],
  ['dark', 'Emulate'],
  ['mock', 'Mock requests'],
  ['intercept', 'Mock requests'],
  ['stub', 'Mock requests'],
  ['unroute', 'Stop mocking'],
  ['date', 'Set the clock'],
  ['freeze', 'Set the clock'],
  ['cookie', 'Storage'],
  ['localStorage', 'Storage'],
  ['a11y', 'Check accessibility'],
  ['axe', 'Check accessibility'],
  ['accessibility', 'Check accessibility'],
  ['wcag', 'Check accessibility'],
])('whoever looks for “%s” is offered “%s” first', (query, label) => {
  expect(labels(query)[0]).toBe(label);
});

test('kinds that most tests are made of come first while nothing is written', () => {
  expect(labels('').slice(0, 4)).toEqual(['Go to', 'Click', 'Type', 'Check']);
});

test('a suite is offered what it may hold alone', () => {
  expect(labels('click', true)).toEqual([]);
  expect(labels('scenario', true)).toEqual(['Plug scenario']);
});

test('what nobody knows finds nothing', () => {
  expect(labels('xyzzy')).toEqual([]);
});
