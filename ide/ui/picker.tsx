import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import classes from './picker.module.css';
import { SkeletonRows } from './skeleton-rows.tsx';
import { TextField } from './text-field.tsx';

export interface PickerEntry {
  key: string;
  label: ReactNode;
  /** The heading above it, where it differs from the one before. */
  section?: string | undefined;
}

interface PickerProps<Entry extends PickerEntry> {
  label: string;
  placeholder: string;
  query: string;
  onQuery(query: string): void;
  entries: readonly Entry[];
  onPick(entry: Entry, how: { isRun: boolean }): void;
  empty: ReactNode;
  /** Entries have yet to come. Enter behind what was typed takes the first one then. */
  isLoading?: boolean;
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

export function Picker<Entry extends PickerEntry>(props: PickerProps<Entry>) {
  const { label, placeholder, query, onQuery, entries, onPick, empty, isLoading = false } = props;
  const id = useId();
  const { chosen, list, restart, onKeyDown } = useChoice({
    entries,
    onPick,
    isAwaited: isLoading && query.trim() !== '',
  });
  return (
    <div className={`column gap-sm ${classes.picker}`}>
      <TextField
        size="sm"
        role="combobox"
        aria-label={label}
        aria-expanded
        aria-controls={`${id}-list`}
        aria-activedescendant={entries.length === 0 ? undefined : `${id}-${chosen}`}
        aria-autocomplete="list"
        placeholder={placeholder}
        value={query}
        onChange={typed => {
          restart();
          onQuery(typed);
        }}
        onKeyDown={onKeyDown}
        data-autofocus
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label={label} className={classes.list} tabIndex={-1}>
        {entries.map((entry, index) => (
          <Option
            key={entry.key}
            id={`${id}-${index}`}
            entry={entry}
            section={entry.section === entries[index - 1]?.section ? undefined : entry.section}
            isChosen={index === chosen}
            onPick={() => onPick(entry, { isRun: false })}
          />
        ))}
      </div>
      {entries.length === 0 && (
        <div className={`normal-size dim ${classes.empty}`}>
          {isLoading ? <SkeletonRows count={3} label={`${label}: loading`} /> : empty}
        </div>
      )}
    </div>
  );
}

interface ChoiceOptions<Entry extends PickerEntry> extends Pick<PickerProps<Entry>, 'entries' | 'onPick'> {
  isAwaited: boolean;
}

function useChoice<Entry extends PickerEntry>({ entries, onPick, isAwaited }: ChoiceOptions<Entry>) {
  const [at, setAt] = useState(0);
  const [isTaken, setTaken] = useState(false);
  const chosen = Math.min(at, Math.max(0, entries.length - 1));
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelectorAll('[role=option]')[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  useEffect(() => {
    if (!isTaken || isAwaited) return;
    setTaken(false);
    if (entries[0] !== undefined) onPick(entries[0], { isRun: false });
  }, [isTaken, isAwaited, entries, onPick]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const entry = entries[chosen];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (step !== undefined) setAt(Math.min(entries.length - 1, Math.max(0, chosen + step)));
    else if (entry !== undefined) onPick(entry, { isRun: event.ctrlKey || event.metaKey });
    else setTaken(isAwaited);
  };
  const restart = () => {
    setAt(0);
    setTaken(false);
  };
  return { chosen, list, restart, onKeyDown };
}

interface OptionProps {
  id: string;
  entry: PickerEntry;
  section: string | undefined;
  isChosen: boolean;
  onPick(): void;
}

const Option = ({ id, entry, section, isChosen, onPick }: OptionProps) => (
  <>
    {section !== undefined && (
      <div className={`note ${classes.section}`} role="presentation">
        {section}
      </div>
    )}
    {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles keys */}
    <div id={id} role="option" aria-selected={isChosen} tabIndex={-1} className={classes.option} onClick={onPick}>
      {entry.label}
    </div>
  </>
);
