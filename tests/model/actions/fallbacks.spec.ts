import { describe, expect, it } from 'vitest';
import { mayFallBack, namedRole, readAction, UNSTORED_ACTION_ID } from '../../../model/actions/read-action.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { syntaxCheck } from '../../../server/process/syntax-check.ts';

const read = (input: object) => readAction(input, { actionId: UNSTORED_ACTION_ID, syntax: syntaxCheck });
const one = { locator: '#a', fallbacks: ['#b'] };

describe('fallbacks', () => {
  it.each([
    [{ type: 'click', ...one }, true],
    [{ type: 'click', locator: '#a' }, false],
    [{ type: 'fill', value: 'x', ...one }, true],
    [{ type: 'assert', matcher: 'toHaveText', expected: 'x', ...one }, true],
    [{ type: 'assert', matcher: 'toHaveText', expected: 'x', not: true, ...one }, true],
    [{ type: 'assert', matcher: 'toBeVisible', ...one }, true],
    [{ type: 'assert', matcher: 'toBeVisible', not: true, ...one }, false],
    [{ type: 'assert', matcher: 'toBeHidden', ...one }, false],
    [{ type: 'assert', matcher: 'toBeHidden', not: true, ...one }, true],
    [{ type: 'assert', matcher: 'toHaveCount', expected: '0', ...one }, false],
    [{ type: 'wait', until: 'visible', ...one }, true],
    [{ type: 'wait', until: 'hidden', ...one }, false],
    [{ type: 'extract', from: 'text', into: 'x', ...one }, true],
    [{ type: 'extract', from: 'count', into: 'x', ...one }, false],
    [{ type: 'if', matcher: 'toBeVisible', ...one }, false],
  ])('for the action %j, mayFallBack answers %s', (input, isSo) => {
    expect(mayFallBack(read(input))).toBe(isSo);
  });

  it.each([
    [{ type: 'click', locator: '#a', fallbacks: ['#b', "getByRole('buton')"] }, /^"?fallbacks\[1\]/],
    [{ type: 'click', locator: '#a', fallbacks: ['#b', '#a'] }, /"fallbacks\[1\]": #a is in the list already/],
    [{ type: 'click', locator: '#a', fallbacks: ['#b', '#b'] }, /"fallbacks\[1\]": #b is in the list already/],
    [{ type: 'click', locator: '#a', fallbacks: [] }, /fallbacks/],
    [{ type: 'click', locator: '#a', fallbacks: ["getByText('{{ a + }}')"] }, /fallbacks\[0\]/],
    [{ type: 'comment', text: 'x', fallbacks: ['#b'] }, /"fallbacks": they replace a locator, and there is none/],
  ])('the action %j is refused because its fallbacks cannot work', (input, message) => {
    expect(() => read(input)).toThrow(message);
  });
});

describe('the role that a locator names', () => {
  it.each([
    ["getByRole('button', { name: 'Save' })", 'button'],
    ["getByRole('listitem').filter({ hasText: 'x' }).first()", 'listitem'],
    ["page.frameLocator('iframe').getByRole('link')", 'link'],
    ["locator('#list').locator(getByRole('row'))", 'row'],
    ["getByRole('button').locator('span')", undefined],
    ["getByRole('button').or(getByRole('link'))", undefined],
    ["getByTestId('save')", undefined],
    ['#save', undefined],
  ])('the locator %s names the role %s', (locator, role) => {
    expect(namedRole(parseLocator(locator))).toBe(role);
  });
});
