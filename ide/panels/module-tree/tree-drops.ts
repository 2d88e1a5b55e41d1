/** What may be dragged where in the tree, and what becomes of it. */
import type { DragTarget, ItemInstance } from '@headless-tree/core';
import type { Ide } from '../../app/ide.ts';
import { attempt } from '../../commands/command.ts';
import { type ItemPlace, moveItems } from '../../commands/move-items.ts';
import { ROOT, type TreeItem } from './tree-items.ts';

type Items = readonly ItemInstance<TreeItem>[];

const kindOf = (item: ItemInstance<TreeItem>): TreeItem['kind'] => item.getItemData().kind;

/** Tests stand in modules; modules and tests of one parent stand apart, the modules first. */
function placeOf(items: Items, target: DragTarget<TreeItem>): ItemPlace {
  const id = target.item.getId();
  const parent = id === ROOT ? undefined : id;
  if (!('insertionIndex' in target)) return { parent };
  const moved = new Set(items.map(item => item.getId()));
  const others = target.item.getChildren().filter(child => !moved.has(child.getId()));
  const ahead = others.slice(0, target.insertionIndex);
  const kind = items[0] === undefined ? 'test' : kindOf(items[0]);
  return { parent, order: ahead.filter(child => kindOf(child) === kind).length };
}

export const dropsOf = (ide: Ide, isFiltered: boolean) => ({
  // Among those that are left out by a filter nobody can see a place.
  canDrag: () => !isFiltered,
  canReorder: true,
  indent: 16,
  canDrop: (items: Items, { item }: DragTarget<TreeItem>) =>
    kindOf(item) === 'module' || (kindOf(item) === 'root' && items.every(one => kindOf(one) === 'module')),
  onDrop: (items: Items, target: DragTarget<TreeItem>) => {
    const codes = items.map(item => item.getId());
    return attempt('Move', () => moveItems(ide, codes, placeOf(items, target)));
  },
});
