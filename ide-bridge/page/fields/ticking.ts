import type { AnyElement, AnyRoot } from '../any-element.ts';

/** What is clicked for a box without area: its label, if that has one. */
export function labelOfFlatField(field: AnyElement): Element | null {
  const isFlat = ({ width, height }: { width: number; height: number }) => width < 1 || height < 1;
  const { x, y, width, height } = field.getBoundingClientRect();
  const labels = [...(field.labels ?? [])];
  const root: AnyRoot = field.getRootNode();
  const hit = root.elementFromPoint?.(x + width / 2, y + height / 2) ?? field;
  // As pages hide fields visually: one pixel, that may be below anything.
  const isBelowOther = width <= 1 && height <= 1 && hit !== field && !labels.some(label => label.contains(hit));
  if (field.disabled === true || !(isFlat({ width, height }) || isBelowOther)) return null;
  return labels.find(label => !isFlat(label.getBoundingClientRect())) ?? null;
}

/** Whether a click on the field hits its own label. */
export function isCoveredByLabel(field: AnyElement): boolean {
  const labels = [...(field.labels ?? [])];
  if (labels.length === 0 || field.disabled === true) return false;
  const root: AnyRoot = field.getRootNode();
  const hit = () => {
    const { x, y, width, height } = field.getBoundingClientRect();
    return root.elementFromPoint?.(x + width / 2, y + height / 2) ?? undefined;
  };
  if (hit() === undefined) field.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const found = hit();
  return found !== undefined && found !== field && labels.some(label => label.contains(found));
}
