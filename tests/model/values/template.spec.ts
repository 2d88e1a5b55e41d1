import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isAppError } from '../../../model/errors/errors.ts';
import {
  escapeExpressions,
  hasExpressions,
  parseTemplate,
  soleExpression,
  type Template,
} from '../../../model/values/template.ts';

const expression = (source: string, position: number) => ({ kind: 'expression', source, position });
const literal = (text: string) => ({ kind: 'literal', text });

function refusal(text: string): string {
  try {
    parseTemplate(text);
  } catch (error) {
    if (isAppError(error, 'invalid-params')) return error.message;
    throw error;
  }
  throw new Error(`accepted ${text}`);
}

test('a text is split into literal parts and expressions', () => {
  expect(parseTemplate('Hello {{ user.name }}, {{n + 1}}!').parts).toEqual([
    literal('Hello '),
    expression('user.name', 7),
    literal(', '),
    expression('n + 1', 24),
    literal('!'),
  ]);
});

test.each([
  [`{{ "}}" & '}}' }}`, `"}}" & '}}'`],
  [`{{ "a \\" }} b" }}`, `"a \\" }} b"`],
  ['{{ `odd }} name` }}', '`odd }} name`'],
  ['{{{"a":{"b":1}}}}', '{"a":{"b":1}}'],
  ['{{ $match(user, /(x{2})\\}\\}/) }}', '$match(user, /(x{2})\\}\\}/)'],
  ['{{ a / b }}', 'a / b'],
  ['{{ /* }} */ a }}', '/* }} */ a'],
  ['{{ a\n}}', 'a'],
])('the text %s is one expression', (text, source) => {
  expect(soleExpression(parseTemplate(text))?.source).toBe(source);
});

test('a slash after an operand is a division, so a second slash closes nothing', () => {
  expect(parseTemplate('{{ a / b }} and {{ c / d }}').parts.map(({ kind }) => kind)).toEqual([
    'expression',
    'literal',
    'expression',
  ]);
});

test('escaped braces stay as they are, and backslashes before braces are halved', () => {
  expect(parseTemplate('\\{{ name }}').parts).toEqual([literal('{{ name }}')]);
  expect(parseTemplate('C:\\temp\\\\{{ name }}').parts).toEqual([literal('C:\\temp\\'), expression('name', 10)]);
  expect(parseTemplate('a \\ b }} c').parts).toEqual([literal('a \\ b }} c')]);
});

test('only a text that consists of one expression has a sole expression', () => {
  expect(soleExpression(parseTemplate('{{a}}'))?.source).toBe('a');
  expect(soleExpression(parseTemplate('{{a}} '))).toBeUndefined();
  expect(soleExpression(parseTemplate('a'))).toBeUndefined();
  expect(soleExpression(parseTemplate(''))).toBeUndefined();
});

test('an expression that is never closed is refused with its position and what has no end', () => {
  expect(refusal('Hi {{ user')).toContain('The {{ at position 4 is never closed;');
  expect(refusal(`Hi {{ 'x }}`)).toContain("The {{ at position 4 is never closed: the ' at position 7 has no end;");
  expect(refusal('{{ /* }}')).toContain('the /* at position 4 has no end');
  expect(refusal('{{ ( /a }}')).toContain('the / at position 6 has no end');
  expect(refusal('a {{ }} b')).toContain('The {{ }} at position 3 is empty');
});

test('hasExpressions recognises expressions without parsing them', () => {
  expect(['{{a}}', 'x {{', '\\\\{{a}}', '\\{{ {{a}}'].map(hasExpressions)).toEqual([true, true, true, true]);
  expect(['', 'a }} b', '\\{{a}}', '\\{{{a}}'].map(hasExpressions)).toEqual([false, false, false, false]);
});

const textWithBraces = fc.string({ unit: fc.constantFrom('{', '}', '\\', 'a', ' ', "'") });

test('an escaped text is read back as itself', () => {
  fc.assert(
    fc.property(textWithBraces, text => {
      expect(hasExpressions(escapeExpressions(text))).toBe(false);
      expect(literalText(parseTemplate(escapeExpressions(text)))).toBe(text);
    }),
    { numRuns: 1000 },
  );
});

test('hasExpressions agrees with the parser on any text', () => {
  fc.assert(
    fc.property(textWithBraces, text => {
      let found = true;
      try {
        found = parseTemplate(text).parts.some(({ kind }) => kind === 'expression');
      } catch (error) {
        if (!isAppError(error, 'invalid-params')) throw error;
      }
      expect(hasExpressions(text)).toBe(found);
    }),
    { numRuns: 1000 },
  );
});

function literalText({ parts }: Template): string {
  return parts.map(part => (part.kind === 'literal' ? part.text : '?')).join('');
}
