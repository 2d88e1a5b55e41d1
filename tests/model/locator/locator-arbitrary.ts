import fc from 'fast-check';
import type { Locator, LocatorStep, TextMatch } from '../../../model/locator/locator.ts';
import { canonicalRegex } from '../../../model/locator/parse-notation.ts';
import { ARIA_ROLES } from '../../../model/names/aria-roles.ts';

const AWKWARD_SIGNS = [
  "'",
  '"',
  '`',
  '\\',
  '/',
  '>>',
  ' >> ',
  '\n',
  '\t',
  '\u2028',
  '$',
  '${',
  '{',
  '{{',
  '}}',
  '}',
  ' ',
  'a',
  'é',
  '😀',
];

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...AWKWARD_SIGNS), maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 6 }),
);

const PATTERN_PIECES = [
  'a',
  '\\d+',
  '^',
  '$',
  '(b|c)',
  '[/]',
  '/',
  "'",
  '"',
  '`',
  '\\\\',
  '>',
  '\\>',
  '\\.',
  '(?<n>x)',
];

function isRegex(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags).source !== '';
  } catch {
    return false;
  }
}

const regex = fc
  .tuple(
    fc.array(fc.constantFrom(...PATTERN_PIECES), { maxLength: 6 }).map(pieces => pieces.join('')),
    fc.subarray(['g', 'i', 'm', 's', 'u']).map(flags => flags.join('')),
  )
  .filter(([source, flags]) => isRegex(source, flags))
  .map(([source, flags]) => canonicalRegex(source, flags));

const match: fc.Arbitrary<TextMatch> = fc.oneof(text, regex);
const filled: fc.Arbitrary<TextMatch> = fc.oneof(
  text.filter(value => value !== ''),
  regex,
);

const states = fc.record(
  {
    checked: fc.boolean(),
    disabled: fc.boolean(),
    selected: fc.boolean(),
    expanded: fc.boolean(),
    includeHidden: fc.boolean(),
    level: fc.nat({ max: 9 }),
    pressed: fc.boolean(),
  },
  { requiredKeys: [] },
);

const exactly = (exact: boolean, ...texts: (TextMatch | undefined)[]): { exact?: true } =>
  exact && texts.some(value => typeof value === 'string') ? { exact: true } : {};

const role = fc
  .tuple(
    fc.constantFrom(...ARIA_ROLES),
    fc.record({ name: match, description: match }, { requiredKeys: [] }),
    states,
    fc.boolean(),
  )
  .map(
    ([name, texts, rest, exact]): LocatorStep => ({
      kind: 'role',
      role: name,
      ...texts,
      ...rest,
      ...exactly(exact, texts.name, texts.description),
    }),
  );

const byText = fc
  .tuple(fc.constantFrom('text', 'label', 'placeholder', 'altText', 'title'), match, fc.boolean())
  .map(([kind, value, exact]): LocatorStep => ({ kind, text: value, ...exactly(exact, value) }));

/** Spelled as Playwright spells them. */
const SELECTORS = [
  '#id',
  'form > button.primary',
  '[data-x="a >> b"]',
  'li:has(> a):nth-child(2n + 1)',
  'button:has-text("it\'s")',
  '//a[text()="x"]',
  '..',
  'xpath=(//a)[2]',
  "text=it's",
  'text="a >> b"',
  'text=/a\\/b/i',
  'id=x',
  'role=button[name="x"]',
];

const find: fc.Arbitrary<LocatorStep> = fc.oneof(
  role,
  byText,
  match.map((value): LocatorStep => ({ kind: 'testId', text: value })),
  fc.constantFrom(...SELECTORS).map((selector): LocatorStep => ({ kind: 'selector', selector })),
);

const narrow = (nested: fc.Arbitrary<Locator>): fc.Arbitrary<LocatorStep> =>
  fc.oneof(
    find,
    fc
      .tuple(fc.constantFrom('hasText', 'hasNotText'), filled)
      .map(([kind, value]): LocatorStep => ({ kind, text: value })),
    fc
      .tuple(fc.constantFrom('has', 'hasNot', 'and', 'or', 'descendant'), nested)
      .map(([kind, locator]): LocatorStep => ({ kind, locator })),
    fc.boolean().map((visible): LocatorStep => ({ kind: 'visible', visible })),
    fc.integer({ min: -1, max: 12 }).map((index): LocatorStep => ({ kind: 'nth', index })),
  );

const chain = (nested: fc.Arbitrary<Locator>): fc.Arbitrary<LocatorStep[]> =>
  fc.tuple(find, fc.array(narrow(nested), { maxLength: 3 })).map(([first, rest]) => [first, ...rest]);

const flat: fc.Arbitrary<Locator> = chain(find.map(step => ({ steps: [step] }))).map(steps => ({ steps }));

const frameEntry: LocatorStep = { kind: 'contentFrame' };

/** Any locator as the parser makes them; frames only in the outermost chain, where Playwright writes them in full. */
export const arbitraryLocator: fc.Arbitrary<Locator> = fc
  .tuple(fc.boolean(), fc.array(chain(flat), { minLength: 1, maxLength: 3 }))
  .map(([anyFrame, chains]) => ({
    steps: [
      ...(anyFrame ? [{ kind: 'anyFrame' } as const] : []),
      ...chains.flatMap((steps, index) => (index === 0 ? steps : [frameEntry, ...steps])),
    ],
  }));
