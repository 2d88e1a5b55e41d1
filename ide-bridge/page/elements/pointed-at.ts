import type { deepestAt } from './deepest-at.ts';

export interface PointedQuestion {
  /** What is meant by what lies there. */
  target(hit: Element): Element;
  /** What is asked about that. */
  facts?(element: Element): unknown;
}

interface PointedAt {
  element: Element | undefined;
  answer: {
    facts: unknown;
    /** Of a frame: how wide its border is, inside of which its page begins. */
    border?: { left: number; top: number };
  };
}

/** What somebody means who points at a place of the window, in CSS pixels. */
export function pointedAt(
  place: { x: number; y: number },
  hitAt: typeof deepestAt,
  { target, facts }: PointedQuestion,
): PointedAt {
  const hit = hitAt({ clientX: place.x, clientY: place.y });
  if (hit === undefined) return { element: hit, answer: { facts: null } };
  const element = target(hit);
  const isFrame = element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
  const border = isFrame ? { left: element.clientLeft, top: element.clientTop } : undefined;
  return { element, answer: { facts: facts?.(element) ?? null, ...(border && { border }) } };
}

/** The native list that an option is in, or the element itself. */
export function listAround(hit: Element): Element {
  return hit.closest('select') ?? hit;
}

/** The options of a native list that is opened by a click; null for other elements. */
export function closedList(element: Element): { label: string; isSelected: boolean; isDisabled: boolean }[] | null {
  if (!(element instanceof HTMLSelectElement) || element.disabled || element.multiple || element.size > 1) return null;
  return [...element.options].map(({ label, selected, disabled }) => ({
    label,
    isSelected: selected,
    isDisabled: disabled,
  }));
}
