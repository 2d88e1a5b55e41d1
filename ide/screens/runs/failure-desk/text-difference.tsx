import { diffWordsWithSpace } from 'diff';
import classes from './failure-desk.module.css';

interface TextDifferenceProps {
  expected: string | undefined;
  actual: string | undefined;
}

/** Comparing longer texts word by word would take too long. */
const MOST_COMPARED = 20_000;

export function TextDifference({ expected = '', actual = '' }: TextDifferenceProps) {
  const isShort = expected.length + actual.length < MOST_COMPARED;
  const parts = isShort ? diffWordsWithSpace(expected, actual) : [];
  return (
    <dl className={`stack boxed ${classes.difference}`} aria-label="Expected and got">
      <dt>Expected</dt>
      <dd dir="auto">
        {isShort
          ? keyed(parts.filter(({ added }) => !added)).map(({ key, value, removed }) =>
              removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>,
            )
          : expected}
        {expected === '' && <i>nothing</i>}
      </dd>
      <dt>Got</dt>
      <dd dir="auto">
        {isShort
          ? keyed(parts.filter(({ removed }) => !removed)).map(({ key, value, added }) =>
              added ? <ins key={key}>{value}</ins> : <span key={key}>{value}</span>,
            )
          : actual}
        {actual === '' && <i>nothing</i>}
      </dd>
    </dl>
  );
}

const keyed = <Part extends object>(parts: readonly Part[]) => parts.map((part, key) => ({ ...part, key }));
