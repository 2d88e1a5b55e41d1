import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ariaTemplateFault, missingAriaLine } from '../../../model/values/aria-template.ts';

const PAGE = `- banner:
  - heading "Orders of today" [level=1]
- list:
  - listitem: One
  - listitem:
    - link "Two":
      - /url: /two
- checkbox "News" [checked]
- 'button "Save: now"'
- text: Thank you`;

describe('a template', () => {
  it.each([
    PAGE,
    '- button',
    '# the head\n- heading /Orders \\d+/ [level=2]',
    '- button "Save" [pressed=mixed] [disabled]: Go',
    '- list:\n  - /children: equal\n  - listitem: /\\w+/',
    '- text: |\n    several\n    lines',
    '- "button \\"Quoted\\""',
    '- iframe',
    '- heading "a" # why',
  ])('the template %j is valid', template => {
    expect(ariaTemplateFault(template)).toBeUndefined();
  });

  it.each([
    ['', 'an aria snapshot has lines such as - button "Save"; this one has none'],
    [' \n# only this', 'an aria snapshot has lines such as - button "Save"; this one has none'],
    ['button "Save"', 'an aria snapshot is a list of lines such as - button "Save"; “button "Save"” is none'],
    ['- list:\n  - buton "Save"', '“- buton "Save"” names no role that pages have; did you mean button'],
    [
      '- button [presed]',
      '“- button [presed]” has no attribute [presed]; there are active, checked, disabled, expanded, invalid, level, pressed, selected',
    ],
    [
      '- button "Save',
      '“- button "Save” is not written as role "name" [attribute]: text, where the name may be /…/ too',
    ],
    ['- button /(/', '“- button /(/” “(” is not a regular expression: Unterminated group'],
  ])('the template %j is refused with the reason', (template, fault) => {
    expect(ariaTemplateFault(template)).toBe(fault);
  });

  it('checking any text as a template ends without an error', () => {
    const line = fc.tuple(fc.constantFrom('- ', '  - ', ''), fc.string({ maxLength: 60 })).map(parts => parts.join(''));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), lines => {
        const text = lines.join('\n');
        expect(['string', 'undefined']).toContain(typeof ariaTemplateFault(text));
        missingAriaLine(text, PAGE);
        expect(missingAriaLine(PAGE, text)).toBeDefined();
      }),
      { seed: 1, numRuns: 300 },
    );
  });
});

describe('the first line that is missing', () => {
  it.each(PAGE.split('\n').map(line => [line.trim()]))(
    'nothing is missing when the template is the page line %s',
    line => {
      expect(missingAriaLine(line, PAGE)).toBeUndefined();
    },
  );

  it.each([
    '- heading /Orders .* today/',
    '- heading "Orders of today"',
    '- listitem: /^O/',
    '- checkbox [checked=true]',
    '- checkbox "News" [disabled=false]',
    '- list:\n  - listitem: Two',
  ])('nothing is missing for the template %j', template => {
    expect(missingAriaLine(template, PAGE)).toBeUndefined();
  });

  it.each([
    ['- heading "Orders"', { missing: 'heading "Orders"', close: 'heading "Orders of today" [level=1]' }],
    ['- heading [level=2]', { missing: 'heading [level=2]', close: 'heading "Orders of today" [level=1]' }],
    ['- list\n- text: Bye', { missing: 'text: Bye', close: 'text: Thank you' }],
    [
      '- checkbox "News" [checked=false]',
      { missing: 'checkbox "News" [checked=false]', close: 'checkbox "News" [checked]' },
    ],
    ['- navigation:\n  - link "Two"', { missing: 'navigation' }],
  ])('the first missing line of the template %j is found', (template, found) => {
    expect(missingAriaLine(template, PAGE)).toEqual(found);
  });
});
