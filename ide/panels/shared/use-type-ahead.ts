import type { TreeInstance } from '@headless-tree/core';
import { type KeyboardEvent, useRef } from 'react';
import { useIde } from '../../app/context.tsx';

/** Letters that come later begin anew. */
const PAUSE_MS = 1_000;

/** Typed letters lead to the next item whose name begins with them. */
export function useTypeAhead<Item extends { name: string }>(tree: TreeInstance<Item>) {
  const { store } = useIde();
  const typed = useRef({ text: '', at: 0 });
  return (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey || target instanceof HTMLInputElement) return;
    const isLate = event.timeStamp - typed.current.at > PAUSE_MS;
    const text = `${isLate ? '' : typed.current.text}${key.toLowerCase()}`;
    // G begins the keys that go to views, and ? shows all keys.
    if (store.getState().view.areSingleKeysOn && /^[g?]/.test(text)) return;
    event.stopPropagation();
    typed.current = { text, at: event.timeStamp };
    const items = tree.getItems();
    const from = items.findIndex(item => item.getId() === store.getState().view.treeFocus);
    const start = text.length === 1 ? from + 1 : Math.max(0, from);
    const found = [...items.slice(start), ...items.slice(0, start)].find(item =>
      item.getItemData().name.toLowerCase().startsWith(text),
    );
    found?.setFocused();
    tree.updateDomFocus();
  };
}
