import type { AnyElement } from '../any-element.ts';

/** A field, with how often it was covered and what its style was before. */
interface CoverableField extends AnyElement {
  control?: CoverableField | null;
  steploomCover?: { count: number; hadStyle: boolean; before: (readonly [string, string, string])[] };
}

/**
 * Paints all content of a field in one grey, wherever it moves. A field may be found in several ways, but must be covered
 * once and uncovered in the end.
 */
export function coverField(element: CoverableField): void {
  const styles = {
    'background-color': '#808080',
    'background-image': 'none',
    filter: 'contrast(0)',
    'transition-property': 'none',
  };
  const field = element.control ?? element;
  field.steploomCover ??= { count: 0, hadStyle: field.hasAttribute('style'), before: [] };
  field.steploomCover.count += 1;
  const { style } = field;
  if (field.steploomCover.count > 1 || style === undefined) return;
  for (const [name, value] of Object.entries(styles)) {
    field.steploomCover.before.push([name, style.getPropertyValue(name), style.getPropertyPriority(name)]);
    style.setProperty(name, value, 'important');
  }
}

/** Gives a field its style back once it is uncovered as often as it was covered. */
export function uncoverField(element: CoverableField): void {
  const field = element.control ?? element;
  if (field.steploomCover === undefined) return;
  field.steploomCover.count -= 1;
  if (field.steploomCover.count > 0) return;
  const { before, hadStyle } = field.steploomCover;
  for (const [name, value, priority] of before) field.style?.setProperty(name, value, priority);
  if (!hadStyle && field.style?.length === 0) field.removeAttribute('style');
  delete field.steploomCover;
}
