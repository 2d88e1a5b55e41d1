import type { TreeInstance } from '@headless-tree/core';
import { useLayoutEffect, useRef } from 'react';
import { useIdeState } from '../../app/context.tsx';

/** Where the row goes that has the keys, the one that comes into its place has them, at the end the one before. */
export function useRowInPlace<Item>(tree: TreeInstance<Item>, scroller: HTMLElement | null): void {
  const code = useIdeState(state => state.view.treeFocus);
  const items = tree.getItems();
  const at = items.findIndex(item => item.getId() === code);
  const known = useRef({ code, at });
  // Asked before the row is taken out of the page.
  const hadKeys = scroller?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    const last = known.current;
    known.current = { code, at };
    const isGone = at < 0 && last.at >= 0 && last.code === code;
    if (!isGone || !hadKeys || document.activeElement !== document.body) return;
    items[Math.min(last.at, items.length - 1)]?.setFocused();
    tree.updateDomFocus();
  });
}
