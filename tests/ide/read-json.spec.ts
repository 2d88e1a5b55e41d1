import { expect, test } from 'vitest';
import { findInJson, readJson } from '../../ide/screens/runs/requests/read-json.ts';

test('numbers keep their digits, texts have no needless escapes, and a name that comes twice is there twice', () => {
  const root = readJson('{"id": 12345678901234567890, "a": "k\\u00e4se", "a": [1.0, null, {}]}');
  expect(root?.children.map(({ name, text, path, type }) => [path, name, text, type])).toEqual([
    ['$.0', '"id"', '12345678901234567890', 'number'],
    ['$.1', '"a"', '"käse"', 'text'],
    ['$.2', '"a"', '[', 'list'],
  ]);
  expect(root?.children[2]?.children.map(({ text, type }) => [text, type])).toEqual([
    ['1.0', 'number'],
    ['null', 'word'],
    ['{', 'object'],
  ]);
});

test.each([
  ['nothing', ''],
  ['a text', '"text"'],
  ['a number', '12'],
  ['an object without an end', '{"a": 1'],
  ['a comma too many', '{"a": 1,}'],
  ['a comment', '{/* */}'],
  ['an object that was cut', '{"a": 1}…'],
  ['two lists', '[1] [2]'],
  ['JavaScript', '{a: 1}'],
  ['a list in 400,000', '['.repeat(400_000)],
])('%s stays text', (_what, text) => {
  expect(readJson(text)).toBeUndefined();
});

test('a nesting that nobody would unfold stays text', () => {
  expect(readJson(`${'['.repeat(90)}${']'.repeat(90)}`)).toBeDefined();
  expect(readJson(`${'['.repeat(200)}${']'.repeat(200)}`)).toBeUndefined();
});

test('names and values are found in the order of the text, ignoring case', () => {
  const root = readJson('{"Order": {"id": 1}, "items": ["an order", 2], "n": {}}');
  if (root === undefined) throw new Error('It was not read.');
  expect(findInJson(root, 'ORDER')).toEqual(['$.0', '$.1.0']);
  expect(findInJson(root, '{')).toEqual(['$.2']);
  expect(findInJson(root, 'none')).toEqual([]);
});
