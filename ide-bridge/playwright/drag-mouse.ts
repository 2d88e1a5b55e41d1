import type { Page } from 'playwright';
import type { PagePoint, Progress } from './engine-parts.ts';
import { implOf, NeededParts } from './impl-of.ts';

/** The mouse of a page as Playwright moves it; its calls can be replaced. */
interface DragMouse {
  _x: number;
  _y: number;
  _raw: { _dragManager: { isDragging(): boolean } };
  move(progress: Progress, x: number, y: number): Promise<void>;
  up(progress: Progress, ...given: unknown[]): Promise<void>;
}

export const MOUSE_PARTS = new NeededParts<{ mouse: DragMouse }>({
  function: ['mouse.move', 'mouse.up', 'mouse._raw._dragManager.isDragging'],
  number: ['mouse._x', 'mouse._y'],
});

/** Undefined for a Playwright that has another. */
export function dragMouseOf(page: Page): DragMouse | undefined {
  const impl = implOf(page);
  return MOUSE_PARTS.areIn(impl) ? impl.mouse : undefined;
}

/** Where it is now. */
export const mousePoint = ({ _x: x, _y: y }: DragMouse): PagePoint => ({ x, y });

/** Whether the browser has begun a drag of its own, such as that of a draggable element. */
export const isDragging = (mouse: DragMouse): boolean => mouse._raw._dragManager.isDragging();
