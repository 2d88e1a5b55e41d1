import { type KeyboardEvent, useMemo, useState } from 'react';
import { valuesIn } from '../../../../model/feature/step-pattern.ts';
import type { RedGroup, RedStepsReply, Suggestion } from '../../../app/tool-replies.ts';

type KeyCommand =
  | { kind: 'go'; to: number }
  | { kind: 'tick' }
  | { kind: 'all' }
  | { kind: 'plug' }
  | { kind: 'fold'; isOpen: boolean };

const PAGE = 10;

/** Undefined: not a key of the list. */
function keyCommand(
  { key, altKey, ctrlKey, metaKey, target, currentTarget }: KeyboardEvent,
  { row, index, last }: { row: RedRow; index: number; last: number },
): KeyCommand | undefined {
  if (altKey) return key === 'l' ? { kind: 'plug' } : undefined;
  if (ctrlKey || metaKey) return key === 'a' ? { kind: 'all' } : undefined;
  const step = stepsBy({ index, last })[key];
  if (step !== undefined) return { kind: 'go', to: Math.min(last, Math.max(0, step)) };
  // The buttons of a row handle these keys themselves.
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

/** The key of all checked rows; no text of a step begins like that. */
const CHOSEN = ' chosen';

type RedWords = ReadonlySet<string>;

const turned = (set: RedWords, words: readonly string[], isIn: boolean): RedWords =>
  new Set(isIn ? [...set, ...words] : [...set].filter(word => !words.includes(word)));

export function useRedChoice(reply: RedStepsReply) {
  const [opened, setOpened] = useState<RedWords>(new Set());
  const [marked, setMarked] = useState<RedWords>(new Set());
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

export function onRowKey(
  event: KeyboardEvent,
  row: RedRow,
  { choice, goTo }: { choice: RedChoice; goTo(index: number): void },
) {
  // React also passes on keys of the picker, which lies outside the row.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
  const index = choice.rows.indexOf(row);
  const command = keyCommand(event, { row, index, last: choice.rows.length - 1 });
  if (command === undefined) return;
  event.preventDefault();
  switch (command.kind) {
    case 'go':
      return goTo(command.to);
    case 'tick':
      return choice.tick(row);
    case 'all':
      return choice.tickAll();
    case 'fold':
      return choice.fold(row, command.isOpen);
    case 'plug':
      return choice.ticked.length > 0 ? choice.pickAll(true) : choice.pick(row)(true);
  }
}

/** A group of texts, or one text of a group that is open. */
export interface RedRow {
  /** The first text of a group, or `text` and the text. */
  key: string;
  level: 1 | 2;
  /** With … for values that differ. */
  words: string;
  /** What is linked with it, the text with most steps first. */
  texts: readonly string[];
  steps: number;
  playable: number;
  suggestion?: Suggestion | undefined;
  isOpen?: boolean;
  /** The values in which they differ. */
  values?: string;
}

const MOST_VALUES = 8;

function redRows(groups: readonly RedGroup[], opened: ReadonlySet<string>): RedRow[] {
  return groups.flatMap((group): RedRow[] => {
    const { steps, playable, suggestions = [] } = group;
    const texts = group.texts.map(({ text }) => text);
    const [first = ''] = texts;
    const row: RedRow = { key: first, level: 1, words: first, texts, steps, playable, suggestion: suggestions[0] };
    if (texts.length < 2) return [row];
    const isOpen = opened.has(first);
    const whole: RedRow = { ...row, words: group.pattern, isOpen, values: valuesOf(texts) };
    const below = group.texts.map(
      (each): RedRow => ({
        key: `text ${each.text}`,
        level: 2,
        words: each.text,
        texts: [each.text],
        steps: each.steps,
        playable: each.playable,
      }),
    );
    return isOpen ? [whole, ...below] : [whole];
  });
}

function valuesOf(texts: readonly string[]): string {
  const each = texts.slice(0, MOST_VALUES).map(text => valuesIn(text).join(', '));
  return [...each, ...(texts.length > MOST_VALUES ? ['…'] : [])].join(' · ');
}
