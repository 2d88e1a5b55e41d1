import { type KeyboardEvent, useMemo, useState } from 'react';
import type { RedStepsReply } from '../../app/tool-replies.ts';
import { type RedRow, redRows } from './red-rows.ts';

/** The keys of the linking desk. Pure. */
type Deed =
  | { kind: 'go'; to: number }
  | { kind: 'tick' }
  | { kind: 'all' }
  | { kind: 'plug' }
  | { kind: 'fold'; isOpen: boolean };

const PAGE = 10;

/** What a key does in a row; undefined where it is none of the list's. */
function keyDeed(
  { key, altKey, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent,
  { row, index, last }: { row: RedRow; index: number; last: number },
): Deed | undefined {
  if (altKey) return key === 'l' ? { kind: 'plug' } : undefined;
  if (ctrlKey || metaKey) return key === 'a' ? { kind: 'all' } : undefined;
  const step = stepsBy({ index, last })[key];
  if (step !== undefined) return { kind: 'go', to: Math.min(last, Math.max(0, step)) };
  // The buttons of a row have these keys for themselves.
  if (target !== currentTarget) return undefined;
  if (key === ' ') return { kind: 'tick' };
  if (key === 'Enter') return { kind: 'plug' };
  const isOpen = key === 'ArrowRight';
  return (isOpen || key === 'ArrowLeft') && row.isOpen !== undefined ? { kind: 'fold', isOpen } : undefined;
}

const stepsBy = ({ index, last }: { index: number; last: number }): Readonly<Record<string, number>> => ({
  ArrowDown: index + 1,
  ArrowUp: index - 1,
  PageDown: index + PAGE,
  PageUp: index - PAGE,
  Home: 0,
  End: last,
});

/** Stands for all that is ticked; no text of a step begins so. */
const CHOSEN = ' chosen';

type Words = ReadonlySet<string>;

const turned = (set: Words, words: readonly string[], isIn: boolean): Words =>
  new Set(isIn ? [...set, ...words] : [...set].filter(word => !words.includes(word)));

/** Which groups are open, which texts are ticked, and for which of them a test is being chosen. */
export function useRedChoice(reply: RedStepsReply) {
  const [opened, setOpened] = useState<Words>(new Set());
  const [marked, setMarked] = useState<Words>(new Set());
  const [picking, setPicking] = useState<string>();
  const rows = useMemo(() => redRows(reply.groups, opened), [reply, opened]);
  const counts = useMemo(
    () => new Map(reply.groups.flatMap(({ texts }) => texts.map(({ text, steps }) => [text, steps]))),
    [reply],
  );
  const ticked = [...marked].filter(text => counts.has(text));
  const pickFor = (key: string) => (isOpen: boolean) => setPicking(isOpen ? key : undefined);
  return {
    rows,
    ticked,
    steps: ticked.reduce((total, text) => total + (counts.get(text) ?? 0), 0),
    isTicked: (text: string) => marked.has(text),
    tick: ({ texts }: RedRow) => setMarked(turned(marked, texts, !texts.every(text => marked.has(text)))),
    tickAll: () => setMarked(new Set(ticked.length === counts.size ? [] : counts.keys())),
    clear: () => setMarked(new Set()),
    fold: ({ key, isOpen }: RedRow, next = !isOpen) => {
      if (isOpen !== undefined) setOpened(turned(opened, [key], next));
    },
    isPicking: ({ key }: RedRow) => picking === key,
    isPickingAll: picking === CHOSEN,
    pick: ({ key }: RedRow) => pickFor(key),
    pickAll: pickFor(CHOSEN),
  };
}

export type RedChoice = ReturnType<typeof useRedChoice>;

/** What keys do in a row. */
export function onRowKey(
  event: KeyboardEvent,
  row: RedRow,
  { choice, goTo }: { choice: RedChoice; goTo(index: number): void },
) {
  const index = choice.rows.indexOf(row);
  const deed = keyDeed(event, { row, index, last: choice.rows.length - 1 });
  if (deed === undefined) return;
  event.preventDefault();
  switch (deed.kind) {
    case 'go':
      return goTo(deed.to);
    case 'tick':
      return choice.tick(row);
    case 'all':
      return choice.tickAll();
    case 'fold':
      return choice.fold(row, deed.isOpen);
    case 'plug':
      return choice.ticked.length > 0 ? choice.pickAll(true) : choice.pick(row)(true);
  }
}
