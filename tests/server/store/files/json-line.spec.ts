import { expect, it } from 'vitest';
import { lineOfField } from '../../../../server/store/files/parse-json.ts';

const value = {
  format: 1,
  'a "b" }': [1, { x: null, y: '}],"' }, []],
  tests: [
    { name: 'a', actions: [], more: {} },
    { name: 7, data: { q: true } },
  ],
};
const text = JSON.stringify(value, undefined, 2);
const lineWith = (part: string) => text.split('\n').findIndex(line => line.includes(part)) + 1;

it.each([
  ['format', lineWith('"format"')],
  ['tests[0].name', lineWith('"name": "a"')],
  ['tests[1].name', lineWith('"name": 7')],
  ['tests[1].data.q', lineWith('"q"')],
  ['tests', lineWith('"tests"')],
  ['a "b" }[1].y', lineWith('"y"')],
])('%s begins on line %i', (field, line) => {
  expect(lineOfField(text, field)).toBe(line);
});

it('a missing field is located at the line of the object that should hold it', () => {
  expect(lineOfField(text, 'tests[1].testCode')).toBe(lineWith('"name": 7') - 1);
  expect(lineOfField(text, 'name')).toBe(1);
});

it('a field is found after a very long text and in text without line breaks', () => {
  const long = JSON.stringify({ first: 'x\\"'.repeat(500_000), second: 1 });
  expect(lineOfField(long, 'second')).toBe(1);
  expect(lineOfField(`\uFEFF\n${long}`, 'second')).toBe(2);
});
