/** Which locator of a picked element is used where its text is what is checked. Pure. */
import type { PickedElement } from '../live-view/pick-button.tsx';
import type { FormTexts } from './form-fields.ts';

const TEXT_MATCHERS = new Set(['toHaveText', 'toContainText', 'toHaveValue', 'toHaveAccessibleName']);
const TEXT_SOURCES = new Set(['text', 'value']);
const LITERAL = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;

/** A locator made of the text that is checked finds nothing as soon as the text is wrong: others come before it. */
export function steadyFirst(picked: PickedElement, { matcher = '', from = '' }: FormTexts): PickedElement {
  if (!TEXT_MATCHERS.has(matcher) && !TEXT_SOURCES.has(from)) return picked;
  const { name, value = '' } = picked;
  const said = [name, value].map(plain).filter(text => text !== '');
  const all = [picked.locator, ...(picked.fallbacks ?? [])];
  const isSteady = (locator: string) =>
    !literalsOf(locator).some(one => one !== '' && said.some(text => text.includes(one)));
  const [locator = picked.locator, ...fallbacks] = [...all.filter(isSteady), ...all.filter(one => !isSteady(one))];
  return { ...picked, locator, fallbacks };
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** The first of a call may be a role, which every element with it has. */
const literalsOf = (locator: string): string[] =>
  [...locator.replace(/getByRole\('\w+'/g, 'getByRole(').matchAll(LITERAL)].map(([, single, double]) =>
    plain((single ?? double ?? '').replace(/\\(.)/g, '$1')),
  );
