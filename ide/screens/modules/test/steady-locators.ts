import type { PickedElement } from '../../../app/tool-replies.ts';
import type { FormTexts } from './form-fields.ts';

const LITERAL = /'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g;

/** Roles, test ids and selectors are not texts that are shown. */
const UNSHOWN = /(getByRole|getByTestId|locator)\((?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")/g;

/** A locator made of the checked text finds nothing once that is wrong: others come first, at worst one by position. */
export function steadyFirst(picked: PickedElement, texts: FormTexts): PickedElement {
  const checked = checkedTexts(picked, texts)
    .map(plain)
    .filter(text => text !== '');
  if (checked.length === 0) return picked;
  const kept = [picked.locator, ...(picked.fallbacks ?? [])];
  const alone = (picked.matches ?? []).filter(({ count }) => count === 1).map(({ locator: one }) => one);
  const isSteady = (locator: string) =>
    !literalsOf(locator).some(one => one !== '' && checked.some(text => text.includes(one)));
  const locator = [...kept, ...alone].find(isSteady) ?? picked.locator;
  const others = kept.filter(one => one !== locator);
  return {
    ...picked,
    locator,
    fallbacks: [...others.filter(isSteady), ...others.filter(one => !isSteady(one))],
  };
}

function checkedTexts(
  { name = '', value, content = {} }: PickedElement,
  { matcher = '', from = '' }: FormTexts,
): string[] {
  if (matcher === 'toHaveText' || matcher === 'toContainText' || from === 'text') return [content.text ?? name];
  if (matcher === 'toHaveValue' || from === 'value') return [value ?? '', content.value ?? ''];
  return matcher === 'toHaveAccessibleName' ? [name] : [];
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim().toLowerCase();

const literalsOf = (locator: string): string[] =>
  [...locator.replace(UNSHOWN, '$1(').matchAll(LITERAL)].map(([, single, double]) =>
    plain((single ?? double ?? '').replace(/\\(.)/g, '$1')),
  );
