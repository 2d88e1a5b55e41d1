import { patternOf, shownPattern } from '../../model/feature/step-pattern.ts';
import { linkOf } from '../../model/project/links.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { FeatureCatalog } from './feature-catalog.ts';

interface Coverage {
  /** Steps that would become linked. */
  steps: number;
  scenarios: number;
  /** Scenarios that would have no unlinked steps left. */
  playable: number;
}

export interface RedText extends Coverage {
  text: string;
}

/** Unlinked texts that differ in values only. */
export interface RedTextGroup extends Coverage {
  pattern: string;
  texts: readonly RedText[];
}

interface RedSteps {
  groups: readonly RedTextGroup[];
  steps: number;
  /** Scenarios with unlinked steps. */
  scenarios: number;
}

/** Sorted by how much linking them would bring. */
export function redSteps(content: VersionContent, catalog: FeatureCatalog): RedSteps {
  const texts = new Map<string, RedText>();
  const groups = new Map<string, Coverage & { texts: RedText[] }>();
  const patterns = new Map<string, string>();
  const patternFor = (text: string) => patterns.get(text) ?? keep(patterns, text, patternOf(text));
  const total = { steps: 0, scenarios: 0 };
  for (const { steps } of catalog.flatMap(({ scenarios }) => scenarios)) {
    const red = steps.flatMap(({ text }) => (linkOf(content, text) === undefined ? [text] : []));
    if (red.length === 0) continue;
    total.steps += red.length;
    total.scenarios += 1;
    count(red, text => texts.get(text) ?? keep(texts, text, { text, ...NOTHING }));
    count(red.map(patternFor), pattern => groups.get(pattern) ?? keep(groups, pattern, { ...NOTHING, texts: [] }));
  }
  for (const text of sorted([...texts.values()], each => each.text))
    groups.get(patternFor(text.text))?.texts.push(text);
  const views = [...groups].map(([pattern, group]) => ({ pattern: shownPattern(pattern), ...group }));
  return { groups: sorted(views, each => each.pattern), ...total };
}

const NOTHING: Coverage = { steps: 0, scenarios: 0, playable: 0 };

function keep<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  return value;
}

function count(words: readonly string[], coverageOf: (word: string) => Coverage): void {
  for (const word of words) coverageOf(word).steps += 1;
  const different = new Set(words);
  for (const word of different) {
    coverageOf(word).scenarios += 1;
    if (different.size === 1) coverageOf(word).playable += 1;
  }
}

const sorted = <Item extends Coverage>(items: readonly Item[], nameOf: (item: Item) => string): Item[] =>
  items.toSorted(
    (one, other) => other.steps - one.steps || other.playable - one.playable || (nameOf(one) < nameOf(other) ? -1 : 1),
  );
