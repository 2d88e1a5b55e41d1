import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { snapshotOf } from '../../app/state.ts';
import type { Suggestion } from '../../app/tool-replies.ts';
import { Picker, type PickerEntry } from '../../ui/picker.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import classes from './step.module.css';
import { type TestChoice, testChoices } from './test-choices.ts';
import { TestName } from './test-name.tsx';

const MOST_SHOWN = 100;
/** Those that are less sure lead astray more often than not. */
const LEAST_SCORE = 0.5;

interface TestEntry extends PickerEntry {
  /** Undefined: a new test. */
  choice?: TestChoice;
}

interface TestPickerProps {
  /** For which tests are suggested. */
  text: string;
  onPick(choice: TestChoice): void;
  onNew(): void;
  /** Stands below the list. */
  children?: ReactNode;
}

/** Tests for the steps of a text: those suggested, a new one, and all others. */
export function TestPicker({ text, onPick, onNew, children }: TestPickerProps) {
  const snapshot = useIdeState(snapshotOf);
  const [query, setQuery] = useState('');
  const suggestions = useSuggestions(text);
  const choices = useMemo(
    () =>
      snapshot === undefined || suggestions === undefined
        ? undefined
        : testChoices(snapshot, { suggestions, query, limit: MOST_SHOWN }),
    [snapshot, suggestions, query],
  );
  const entries = (choices ?? []).map(
    (choice): TestEntry => ({
      key: choice.testCode,
      section: choice.suggestion === undefined ? choice.module : 'Suggested',
      label: <Choice choice={choice} />,
      choice,
    }),
  );
  // Never the first one, which Enter takes, unless there is no test at all.
  const own: TestEntry = { key: 'new', section: 'New', label: 'New test from this step' };
  const at = entries.findIndex(({ section }) => section !== 'Suggested');
  const place = query === '' && at > 0 ? at : entries.length;
  const isOffered = choices !== undefined && (query === '' || entries.length > 0);
  return (
    <>
      <Picker
        label="Test for the step"
        placeholder="Find a test"
        query={query}
        onQuery={setQuery}
        entries={isOffered ? entries.toSpliced(place, 0, own) : []}
        onPick={({ choice }: TestEntry) => (choice === undefined ? onNew() : onPick(choice))}
        empty={<NoChoice query={choices === undefined ? undefined : query} />}
      />
      {children}
    </>
  );
}

/** Nothing is known yet, or nothing fits. */
const NoChoice = ({ query }: { query: string | undefined }) =>
  query === undefined ? (
    <SkeletonRows count={3} label="Tests are being suggested" />
  ) : (
    <span dir="auto">No test fits “{query}”</span>
  );

/** Undefined while they are being asked for; none where that cannot be done. */
function useSuggestions(text: string): readonly Suggestion[] | undefined {
  const { session } = useIde();
  const [found, setFound] = useState<readonly Suggestion[]>();
  useEffect(() => {
    let isCurrent = true;
    const take = (suggestions: readonly Suggestion[]) => isCurrent && setFound(suggestions);
    session.call('suggestLinks', { text }).then(
      ({ suggestions }) => take(suggestions.filter(({ score }) => score >= LEAST_SCORE)),
      () => take([]),
    );
    return () => {
      isCurrent = false;
    };
  }, [session, text]);
  return found;
}

function Choice({ choice: { module, name, suggestion } }: { choice: TestChoice }) {
  if (suggestion === undefined)
    return (
      <span className={classes.cut} dir="auto">
        {name}
      </span>
    );
  return (
    <>
      <TestName module={module} name={name} />
      <Score suggestion={suggestion} />
    </>
  );
}

export const Score = ({ suggestion: { like, score } }: { suggestion: Suggestion }) => (
  <span className={classes.score} title={like === undefined ? undefined : `Linked to a step like it: ${like}`}>
    {Math.round(100 * score)} %
  </span>
);
