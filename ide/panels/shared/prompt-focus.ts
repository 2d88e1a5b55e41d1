import type { FeatureImplementation, ItemInstance, TreeInstance } from '@headless-tree/core';

/** A row far away is drawn once it has been scrolled to: half a second, as a rule. */
const MOST_FRAMES = 30;

/**
 * The keys are at the row that they have gone to before the next one is pressed. The tree's own way lets them follow a
 * moment later, where a row that they have left meanwhile takes them back.
 */
export const promptFocus: FeatureImplementation = {
  key: 'prompt-focus',
  treeInstance: {
    // Once the page knows what is focused now.
    updateDomFocus: ({ tree }) => queueMicrotask(() => focusRow(tree)),
  },
};

function focusRow<Item>(tree: TreeInstance<Item>): void {
  const item = tree.getFocusedItem();
  tree.getConfig().scrollToItem?.(item);
  focusWhenDrawn(tree, item, MOST_FRAMES);
}

function focusWhenDrawn<Item>(tree: TreeInstance<Item>, item: ItemInstance<Item>, frames: number): void {
  if (tree.getFocusedItem().getId() !== item.getId()) return;
  const row = item.getElement();
  if (row) row.focus();
  else if (frames > 0) requestAnimationFrame(() => focusWhenDrawn(tree, item, frames - 1));
}
