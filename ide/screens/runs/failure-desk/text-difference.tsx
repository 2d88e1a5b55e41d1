import { diffWordsWithSpace } from 'diff';
import classes from './failure-desk.module.css';

interface TextDifferenceProps {
  expected: string | undefined;
  actual: string | undefined;
}

/** Comparing longer texts word by word would take too long. */
const MOST_COMPARED = 20_000;

/** Texts that share less are not told apart by their words: nearly all of them would be marked. */
const LEAST_SHARED = 0.3;

/** By words, as far as a comparison says something. */
function comparedParts(expected: string, actual: string) {
  if (expected.length + actual.length >= MOST_COMPARED) return undefined;
  const parts = diffWordsWithSpace(expected, actual);
  const shared = parts.reduce((sum, { added, removed, value }) => (added || removed ? sum : sum + value.length), 0);
  return shared < LEAST_SHARED * Math.max(expected.length, actual.length) ? undefined : parts;
}

export function TextDifference({ expected = '', actual = '' }: TextDifferenceProps) {
  const parts = comparedParts(expected, actual);
  return (
    <dl className={`stack boxed ${classes.difference}`} aria-label="Expected and got">
      <dt>Expected</dt>
      <dd dir="auto">
        {parts === undefined
          ? expected
          : keyed(parts.filter(({ added }) => !added)).map(({ key, value, removed }) =>
              removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>,
            )}
        {expected === '' && <i>nothing</i>}
      </dd>
      <dt>Got</dt>
      <dd dir="auto">
        {parts === undefined
          ? actual
          : keyed(parts.filter(({ removed }) => !removed)).map(({ key, value, added }) =>
              added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>,
            )}
        {actual === '' && <i>nothing</i>}
      </dd>
    </dl>
  );
}

const keyed = <Part extends object>(parts: readonly Part[]) => parts.map((part, key) => ({ ...part, key }));
