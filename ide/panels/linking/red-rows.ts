/** The rows of the linking desk. Pure. */
import { valuesIn } from '../../../model/feature/step-pattern.ts';
import type { RedGroup, Suggestion } from '../../app/tool-replies.ts';

/** A group of texts, or one text of a group that is open. */
export interface RedRow {
  /** The first text of a group, or `text` and the text. */
  key: string;
  level: 1 | 2;
  /** How it reads; with … for values that change. */
  words: string;
  /** What is linked with it, that with most steps first. */
  texts: readonly string[];
  steps: number;
  playable: number;
  suggestion?: Suggestion | undefined;
  /** Of a group of several texts. */
  isOpen?: boolean;
  /** The values in which they differ, for a glance. */
  values?: string;
}

const MOST_VALUES = 8;

export function redRows(groups: readonly RedGroup[], opened: ReadonlySet<string>): RedRow[] {
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
