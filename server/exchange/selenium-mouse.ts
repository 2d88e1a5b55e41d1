import { type ActionDraft, leftOut } from '../../model/exchange/test-drafts.ts';
import { onElement, type SideCommand, type SideState, wordsOf } from './selenium-elements.ts';

interface PointInElement {
  x: number;
  y: number;
}

const pointOf = (value: string): PointInElement | undefined => {
  const [, x, y] = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/.exec(value) ?? [];
  return x === undefined || y === undefined ? undefined : { x: Math.round(Number(x)), y: Math.round(Number(y)) };
};

/** Neither the corner nor a point outside of the element is a position that matters. */
export function positionOf(value: string, name = 'position'): object {
  const point = pointOf(value);
  return point === undefined || point.x < 0 || point.y < 0 || (point.x === 0 && point.y === 0) ? {} : { [name]: point };
}

export function mouseDown(command: SideCommand, place: SideState): ActionDraft[] {
  const draft = leftOut(wordsOf(command), 'The button is pressed, but not let go.');
  place.pressed = { command, draft };
  return [draft];
}

const MOVES: readonly string[] = ['comment', 'hover'];

/** A press and its end are a click, or a drag where they are on two elements or at two points. */
export function mouseUp(command: SideCommand, place: SideState): ActionDraft[] {
  const { pressed, actions } = place;
  place.pressed = undefined;
  const at = pressed === undefined ? -1 : actions.indexOf(pressed.draft);
  const between = actions.slice(at + 1);
  if (pressed === undefined || at < 0 || between.some(({ type }) => !MOVES.includes(type)))
    return [leftOut(wordsOf(command), 'A press and its end are taken together only: use “Click” or “Drag”.')];
  const kept = between.filter(({ type }) => type === 'comment');
  actions.splice(at, actions.length - at, ...kept);
  const { target, value } = pressed.command;
  const start = positionOf(value);
  if (target === command.target && value === command.value)
    return onElement(pressed.command, place, { type: 'click', ...start });
  const [end] = onElement(command, place, { type: 'click' });
  if (typeof end?.locator !== 'string') return [leftOut(wordsOf(command), 'It names no element to drop on.')];
  return onElement(pressed.command, place, {
    type: 'drag',
    target: end.locator,
    ...start,
    ...positionOf(command.value, 'targetPosition'),
  });
}

/** By the distance in its value, e.g. `+70,-20`. */
export function dragBy(command: SideCommand, place: SideState): ActionDraft[] {
  const offset = pointOf(command.value);
  return offset === undefined
    ? [leftOut(wordsOf(command), 'Its distance is not written like +70,-20.')]
    : onElement(command, place, { type: 'drag', offset });
}

/** Selenium moves to the corner of the page. */
export const mouseOut = (_command: SideCommand, { frames }: SideState): ActionDraft[] => [
  { type: 'hover', locator: [...frames, "locator('body')"].join('.'), position: { x: 0, y: 0 } },
];
