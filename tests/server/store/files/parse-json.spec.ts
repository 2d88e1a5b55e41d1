import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../model/errors/errors.ts';
import { findJsonFault, parseJson } from '../../../../server/store/files/parse-json.ts';

const file = 'modules/m1.json';
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

function errorOf(text: string): AppError {
  try {
    parseJson(text, { file });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

describe('parseJson', () => {
  it.each<[string, unknown]>([
    ['{"a":[1,-0.5e3,true,null,"\\u00e9\\n"]}', { a: [1, -500, true, null, 'é\n'] }],
    ['\uFEFF{"a":1}', { a: 1 }],
    ['{"a":1}\r\n', { a: 1 }],
    ['{"kind":"constructor","note":"__proto__"}', { kind: 'constructor', note: '__proto__' }],
    ['5', 5],
  ])('parseJson reads %j', (text, value) => {
    expect(parseJson(text, { file })).toEqual(value);
  });

  it.each<[string, string, string]>([
    ['empty', '', 'line 1, column 1: the text is empty'],
    ['empty', '\uFEFF \n', 'line 1, column 1: the text is empty'],
    ['null-bytes', '\0\0\0\0', 'line 1, column 1: NUL bytes'],
    ['null-bytes', '{\n  "a": 1\0\0', 'line 2, column 9: NUL bytes'],
    ['merge-conflict', '{\n<<<<<<< HEAD\n"a": 1\n=======\n"a": 2\n>>>>>>> x\n}', 'line 2, column 1: merge markers'],
    ['syntax', '{\n  "a": 1\n  "b": 2\n}', 'line 3, column 3: expected a comma or }, found "'],
    ['syntax', '{"a": 1', 'line 1, column 8: the text ends too early, expected a comma or }'],
    ['syntax', '[1,]', 'line 1, column 4: expected a value, found ]'],
    ['syntax', '{a: 1}', 'line 1, column 2: expected a name in double quotes or }, found a'],
    ['syntax', '{"a" 1}', 'line 1, column 6: expected a colon, found 1'],
    ['syntax', '{"a": undefined}', 'line 1, column 7: expected a value, found undefined'],
    ['syntax', '{"a": 01}', 'line 1, column 7: expected a value, found 01'],
    ['syntax', '{"a": 1.}', 'line 1, column 7: expected a value, found 1.'],
    ['syntax', '{"a": nullé}', 'line 1, column 11: expected a comma or }, found é'],
    ['syntax', '{} // none', 'line 1, column 4: expected the end, found /'],
    ['syntax', '{"a": "\\x"}', 'line 1, column 7: this text in quotes has no end on its line, or an unknown escape'],
    ['syntax', '{"a": "b\n"}', 'line 1, column 7: this text in quotes has no end on its line'],
    ['syntax', '{} {}', 'line 1, column 4: expected the end, found {'],
    ['syntax', `"${'x\\n'.repeat(1_000_000)}`, 'line 1, column 1: this text in quotes has no end'],
    ['forbidden-key', '{"a":\n [{"__proto__": 1}]}', 'line 2, column 4: the name __proto__ is not allowed'],
    ['forbidden-key', '{"\\u005f_proto__": 1}', 'the name __proto__ is not allowed'],
    ['forbidden-key', '{"note":"constructor",\n"constructor": 1}', 'line 2, column 1: the name constructor'],
    ['forbidden-key', '{"a":{"prototype":{}}}', 'the name prototype is not allowed'],
    ['too-deep', nested(65), 'more than 64 levels of brackets'],
    ['too-deep', nested(100_000), 'more than 64 levels of brackets'],
  ])('parseJson says what is wrong (%s): %.60j', (fault, text, message) => {
    const error = errorOf(text);
    expect(error.message).toContain(`${file}, ${message.startsWith('line') ? message : ''}`);
    expect(error.message).toContain(message);
    expect(error).toMatchObject({ kind: 'damaged-file', detail: { facts: { file, fault } } });
  });

  it('parseJson accepts 64 levels of brackets', () => {
    expect(JSON.stringify(parseJson(nested(64), { file }))).toBe(nested(64));
  });

  it('findJsonFault locates every fault that JSON.parse refuses', () => {
    const damaged = fc
      .record({
        value: fc.jsonValue({ maxDepth: 4 }),
        at: fc.nat(),
        piece: fc.constantFrom('', ',', '}', '"', 'x', '\n', '\\'),
      })
      .map(({ value, at, piece }) => {
        const text = JSON.stringify(value, null, 1);
        const cut = at % (text.length + 1);
        return text.slice(0, cut) + piece + text.slice(cut + 1);
      });
    fc.assert(
      fc.property(damaged, text => {
        try {
          JSON.parse(text);
        } catch {
          const { position } = findJsonFault(text);
          expect(position).toBeLessThanOrEqual(text.length);
          // What comes before the fault is fine: it can be completed, so cutting there moves the fault to the end.
          expect(findJsonFault(text.slice(0, position)).position).toBe(position);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
