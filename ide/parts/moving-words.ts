import { AssistiveDndState, type DndState, type HotkeysConfig } from '@headless-tree/core';

const KEYS = 'Arrow up and arrow down choose the place, Enter drops, Escape leaves all as it was.';

/** What screen readers say of moves by keyboard; nothing in trees without moves. */
export function movingWords<Item>(
  moving: DndState<Item> | null | undefined,
  state: AssistiveDndState,
  { startDrag }: HotkeysConfig<Item>,
): string {
  if (startDrag === undefined) return '';
  switch (state) {
    case AssistiveDndState.Started:
      return `Moving ${namesOf(moving)}${placeOf(moving)}. ${KEYS}`;
    case AssistiveDndState.Dragging:
      return `${namesOf(moving)}${placeOf(moving)}`;
    case AssistiveDndState.Completed:
      return 'Moved.';
    default:
      return 'Control+Shift+D moves the selected items.';
  }
}

const namesOf = <Item>(moving: DndState<Item> | null | undefined): string =>
  (moving?.draggedItems ?? []).map(item => item.getItemName()).join(', ') || 'the selected items';

function placeOf<Item>(moving: DndState<Item> | null | undefined): string {
  const target = moving?.dragTarget;
  if (target === undefined) return '';
  const name = target.item.getItemName();
  const inside = name === '' ? '' : ` in ${name}`;
  if ('childIndex' in target)
    return `: place ${target.childIndex + 1} of ${target.item.getChildren().length + 1}${inside}`;
  return inside === '' ? '' : `:${inside}`;
}
