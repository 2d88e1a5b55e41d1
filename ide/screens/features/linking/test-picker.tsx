import { Popover } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { useIdeState } from '../../../app/context.tsx';
import type { LinkedTest } from '../../../app/feature-links.ts';
import { useAnswer } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { Suggestion } from '../../../app/tool-replies.ts';
import { modulePaths } from '../../../parts/module-items.ts';
import { bestFirst } from '../../../ui/best-first.ts';
import { RecordIcon } from '../../../ui/icons.ts';
import { Picker, type PickerEntry } from '../../../ui/picker.tsx';
import classes from './step.module.css';

const MOST_SHOWN = 100;
/** Less certain suggestions mislead more often than not. */
const LEAST_SCORE = 0.5;
/** From here on Enter takes the suggestion. */
const SURE_SCORE = 0.7;

interface TestEntry extends PickerEntry {
  /** Undefined: a new test. */
  choice?: TestChoice;
  isRecorded?: boolean;
}

interface TestPickerProps {
  text: string;
  onPick(choice: TestChoice): void;
  onNew(): void;
  /** Left out where nothing can be recorded. */
  onRecord?: (() => void) | undefined;
  children?: ReactNode;
}

interface TestMenuProps {
  /** Opens and closes it. */
  button: ReactNode;
  isOpen: boolean;
  onClose(): void;
  /** The picker. */
  children: ReactNode;
}

/** While closed, only the button is drawn: there may be thousands. */
export const TestMenu = ({ button, isOpen, onClose, children }: TestMenuProps) =>
  isOpen ? (
    <Popover opened onChange={onClose} position="bottom-end" width={380} trapFocus shadow="md">
      <Popover.Target>{button}</Popover.Target>
      <Popover.Dropdown>{children}</Popover.Dropdown>
    </Popover>
  ) : (
    button
  );

export function TestPicker({ text, onPick, onNew, onRecord, children }: TestPickerProps) {
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
  const own: TestEntry[] = [
    { key: 'new', section: 'New', label: 'New test from this step' },
    ...(onRecord === undefined ? [] : [{ key: 'record', section: 'New', label: <RecordLabel />, isRecorded: true }]),
  ];
  const pick = ({ choice, isRecorded = false }: TestEntry) => {
    if (choice !== undefined) onPick(choice);
    else if (isRecorded) onRecord?.();
    else onNew();
  };
  const place = placeOfOwn(entries, query);
  const isOffered = choices !== undefined && (query === '' || entries.length > 0);
  return (
    <>
      <Picker
        label="Test for the step"
        placeholder="Find a test"
        query={query}
        onQuery={setQuery}
        entries={isOffered ? entries.toSpliced(place, 0, ...own) : []}
        onPick={pick}
        empty={<span dir="auto">No test matches “{query}”</span>}
        isLoading={choices === undefined}
      />
      {children}
    </>
  );
}

/** Enter takes the first entry, but without a query never a test that is only somewhat like the step. */
function placeOfOwn(entries: readonly TestEntry[], query: string): number {
  if (query !== '') return entries.length;
  if ((entries[0]?.choice?.suggestion?.score ?? 0) < SURE_SCORE) return 0;
  const others = entries.findIndex(({ section }) => section !== 'Suggested');
  return others < 0 ? entries.length : others;
}

const RecordLabel = () => (
  <>
    <RecordIcon size={13} aria-hidden className="fixed-size failed" /> Record this step
  </>
);

/** Undefined while they are being asked for; empty where that fails. */
function useSuggestions(text: string): readonly Suggestion[] | undefined {
  const { reply } = useAnswer('suggestLinks', { text });
  return useMemo(() => {
    if (reply.phase === 'loading') return undefined;
    return reply.phase === 'failed' ? [] : reply.value.suggestions.filter(({ score }) => score >= LEAST_SCORE);
  }, [reply]);
}

function Choice({ choice: { module, name, suggestion } }: { choice: TestChoice }) {
  if (suggestion === undefined)
    return (
      <span className="ellipsis" dir="auto">
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

export const Score = ({ suggestion }: { suggestion: Suggestion }) => (
  <span
    className={classes.score}
    title={suggestion.like === undefined ? undefined : `Linked to a similar step: ${suggestion.like}`}
  >
    {scoreText(suggestion)}
  </span>
);

export const scoreText = ({ score }: Suggestion): string => `${Math.round(100 * score)} %`;

interface TestChoice extends LinkedTest {
  module: string;
  name: string;
  suggestion?: Suggestion;
}

type TestSnapshot = Pick<ProjectSnapshot, 'modules' | 'tests'>;

/** Suggestions by score, then the rest in tree order; with a query the best matches. */
function testChoices(
  snapshot: TestSnapshot,
  { suggestions, query, limit }: { suggestions: readonly Suggestion[]; query: string; limit: number },
): TestChoice[] {
  const suggested = suggestions.map(
    (suggestion): TestChoice => ({ ...suggestion, module: suggestion.moduleName, suggestion }),
  );
  const codes = new Set<string>(suggestions.map(({ testCode }) => testCode));
  const others = allTests(snapshot).filter(({ testCode }) => !codes.has(testCode));
  const wordsOf = ({ module, name, testCode }: TestChoice) => ({ name, whole: `${module} / ${name} ${testCode}` });
  return bestFirst([...suggested, ...others], query, wordsOf).slice(0, limit);
}

/** Suites cannot be linked. */
function allTests({ modules, tests }: TestSnapshot): TestChoice[] {
  return modulePaths({ modules, tests }, []).flatMap(({ key, path }) =>
    (modules[key]?.tests ?? []).flatMap((testCode): TestChoice[] => {
      const test = tests[testCode];
      if (test === undefined || test.type === 'suite') return [];
      return [{ moduleCode: test.moduleCode, testCode, name: test.name, module: path }];
    }),
  );
}

export const TestName = ({ module, name }: { module: string; name: string }) => (
  <span className="ellipsis">
    <span className={`dim regular ${classes.quiet}`}>
      <span dir="auto">{module}</span> /{' '}
    </span>
    <span dir="auto">{name}</span>
  </span>
);
