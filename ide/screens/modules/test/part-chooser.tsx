import { Button, Group, Text } from '@mantine/core';
import { type FormEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Action } from '../../../../model/actions/index.ts';
import { MATCHER_NAMES, MATCHERS, negated } from '../../../../model/actions/matchers.ts';
import { useIde } from '../../../app/context.tsx';
import type { EditOutcome } from '../../../app/editing.ts';
import { useIsHere, useWork } from '../../../app/queries.ts';
import { showFailure } from '../../../app/toasts.tsx';
import type { PickedElement } from '../../../app/tool-replies.ts';
import { Conflict } from '../../../parts/conflict.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { Picker, type PickerEntry } from '../../../ui/picker.tsx';
import { useChangedBy, useKeptWhenDeleted } from './changed-elsewhere.ts';
import { ChoiceList } from './choice-list.tsx';
import { focusIn } from './fields-form.tsx';
import { FittingKinds } from './fitting-kinds.tsx';
import {
  chosenTexts,
  type FormField,
  type FormTexts,
  formFields,
  readForm,
  textsOf,
  usedTexts,
} from './form-fields.ts';
import { missingFiles } from './missing-files.ts';
import { formKey, formNow, keepForm, saveForm } from './open-forms.ts';
import { PickingControl } from './picking-control.tsx';
import { changeAction, problemsOf } from './save-action.ts';

export type Leave = ((event: MouseEvent) => void) | undefined;

interface PartChooserProps {
  testCode: string;
  action: Action;
  field: string;
  /** Set by a chooser that has more to do on a click outside than to close. */
  leave: RefObject<Leave>;
  onClose(): void;
}

export function PartChooser({ testCode, action, field: name, leave, onClose }: PartChooserProps) {
  const fields = useMemo(() => formFields(action.type), [action.type]);
  const field = fields.find(one => one.name === name);
  const [texts, setTexts] = useState<FormTexts>({});
  const { save, openForm, isBusy, isSaving, problem } = useSavePart({ testCode, action, fields, texts, onClose });
  if (field === undefined) return null;
  if (name === 'matcher' || field.control === 'choice' || field.names !== undefined)
    return (
      <>
        {name === 'matcher' ? (
          <MatcherList onPick={save} />
        ) : (
          <ChoiceList field={field} onPick={text => save({ [name]: text })} />
        )}
        {problem !== undefined && <Problem>{problem}</Problem>}
      </>
    );
  return (
    <OneField
      {...{ testCode, field, fields, action, texts, isBusy, isSaving, problem, leave, onClose, openForm }}
      onChange={setTexts}
      onSave={save}
    />
  );
}

interface SaveOptions extends Omit<PartChooserProps, 'field' | 'leave'> {
  fields: readonly FormField[];
  texts: FormTexts;
}

/** What is typed may change, and the chooser be gone, while a save is under way. */
function useLatest({ texts, onClose }: Pick<SaveOptions, 'texts' | 'onClose'>) {
  const isHere = useIsHere();
  const latest = useRef(texts);
  latest.current = texts;
  return {
    isHere,
    typed: () => latest.current,
    isTypedSince: () => latest.current !== texts,
    close: () => isHere() && onClose(),
  };
}

/** A change that needs other fields as well goes on in the form of the action. */
function useSavePart({ testCode, action, fields, ...shown }: SaveOptions) {
  const ide = useIde();
  const { isBusy, busyWith, problem, refuse, run } = useWork();
  const { isHere, typed, isTypedSince, close } = useLatest(shown);
  const base = { ...textsOf(fields, action), type: action.type };
  const key = formKey(ide.store.getState(), testCode, action.actionId);
  const openForm = (changed: FormTexts) => {
    keepForm(key, { base, texts: { ...base, ...formNow(key)?.texts, ...changed } });
    close();
  };
  const send = (changed: FormTexts, changes: Record<string, unknown>) =>
    saveForm(key, { base, texts: { ...base, ...changed } }, form => {
      const lost = (sent?: Record<string, unknown>) => {
        form.lost(sent);
        // From here on the form of the action has it.
        if (isTypedSince() && isHere()) openForm(typed());
        else close();
      };
      return changeAction(ide, { testCode, action, fields: changes }, { lost });
    });
  /** Whoever has left hears it, and finds what was typed in the form of the action. */
  const tell = (changed: FormTexts, message: string) => {
    if (isHere()) return refuse({ message });
    showFailure('Not saved', message);
    if (formNow(key) === undefined) openForm(changed);
  };
  const settle = (changed: FormTexts, outcome: EditOutcome) => {
    const form = formNow(key);
    if (outcome.kind === 'saved' && isTypedSince()) return;
    if (outcome.kind === 'saved' || form?.unsent !== undefined) return close();
    const [[place = '', message = ''] = []] = Object.entries(problemsOf(outcome, Object.keys(base)));
    const isToldHere = place === '' || place in changed;
    if (outcome.kind === 'failed' && (!isHere() || isToldHere)) tell(changed, message);
    else if (form === undefined) openForm({ ...changed, ...typed() });
    else close();
  };
  const change = async (changed: FormTexts) => {
    const read = readForm(fields, base, usedTexts(action.type, { ...base, ...changed }));
    const named = fields.filter(({ name }) => name in changed);
    const [wrong] = Object.values({ ...read.problems, ...(await missingFiles(ide.session, named, changed)) });
    if (wrong !== undefined) return tell(changed, wrong);
    if (Object.keys(read.changes).length === 0) return close();
    // A form that is open already takes the change.
    if (formNow(key) !== undefined) return openForm(changed);
    settle(changed, await send(changed, read.changes));
  };
  const save = (changed: FormTexts) => void run(() => change(changed), JSON.stringify(changed));
  return { save, openForm, isBusy, isSaving: busyWith === JSON.stringify(shown.texts), problem: problem?.message };
}

interface TextEntry extends PickerEntry {
  texts: FormTexts;
}

const capital = (words: string): string => words.replace(/^./, first => first.toUpperCase());

const MATCHER_ENTRIES = MATCHER_NAMES.flatMap((name): TextEntry[] => {
  const { phrase } = MATCHERS[name];
  return [
    { key: name, label: capital(phrase), texts: { matcher: name, not: 'false' } },
    { key: `not ${name}`, label: capital(negated(phrase)), texts: { matcher: name, not: 'true' } },
  ];
});

function MatcherList({ onPick }: { onPick(texts: FormTexts): void }) {
  const [query, setQuery] = useState('');
  const words = query.trim().toLowerCase();
  const found = MATCHER_ENTRIES.filter(({ key, label }) => `${label} ${key}`.toLowerCase().includes(words));
  return (
    <Picker
      label="What is checked"
      placeholder="Find a check"
      query={query}
      onQuery={setQuery}
      entries={found}
      onPick={({ texts }) => onPick(texts)}
      empty={`No check matches “${query}”`}
    />
  );
}

interface OneFieldProps {
  testCode: string;
  field: FormField;
  fields: readonly FormField[];
  action: Action;
  texts: FormTexts;
  isBusy: boolean;
  /** What is typed is being saved. */
  isSaving: boolean;
  problem: string | undefined;
  leave: RefObject<Leave>;
  onChange(texts: FormTexts): void;
  onSave(texts: FormTexts): void;
  onClose(): void;
  openForm(texts: FormTexts): void;
}

function useLeave(leave: OneFieldProps['leave'], go: () => void): void {
  useEffect(() => {
    leave.current = event => {
      if (!isPicking(event)) go();
    };
    return () => {
      leave.current = undefined;
    };
  });
}

interface Contest {
  /** As it is stored. */
  now: string;
  text: string;
  isTyped: boolean;
  onTheirs(): void;
}

/** Whether somebody else has saved another value since this one was begun, as long as nobody has decided. */
function useContest({ now, text, isTyped, onTheirs }: Contest) {
  const [begun, setBegun] = useState(now);
  const [sent, setSent] = useState<string>();
  if (begun !== now && (text === now || now === sent || !isTyped)) setBegun(now);
  const settle = (choice: 'theirs' | 'mine') => {
    setBegun(now);
    if (choice === 'theirs') onTheirs();
  };
  /** That it comes back is no change of somebody else. */
  const noteSent = () => setSent(text);
  return { isContested: isTyped && now !== begun && now !== text, settle, noteSent };
}

/** Clicks in the live view pick an element. */
const isPicking = ({ target }: MouseEvent) => target instanceof Element && target.closest('[data-picking]') !== null;

function OneField(props: OneFieldProps) {
  const { testCode, field, fields, action, texts, isBusy, isSaving, leave } = props;
  const { onChange, onSave, onClose, openForm } = props;
  const stored = useMemo(() => textsOf(fields, action), [fields, action]);
  const text = texts[field.name] ?? stored[field.name] ?? '';
  const isOneLine = (field.control === 'text' || field.control === 'number') && !text.includes('\n');
  const isTyped = Object.keys(texts).some(name => texts[name] !== stored[name]);
  useKeptWhenDeleted({ testCode, action, texts: { ...stored, ...texts, type: action.type }, isTyped });
  const by = useChangedBy({ testCode, action });
  const now = stored[field.name] ?? '';
  const { isContested, settle, noteSent } = useContest({ now, text, isTyped, onTheirs: () => onChange({}) });
  useLeave(leave, isTyped && !isSaving ? () => openForm(texts) : onClose);
  const frame = useRef<HTMLFormElement>(null);
  useEffect(() => focusIn(frame.current)?.select(), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isContested) return;
    noteSent();
    onSave(texts);
  };
  return (
    <form
      ref={frame}
      className="stack gap-lg"
      aria-label={`Change ${field.label.toLowerCase()}`}
      onSubmit={submit}
      noValidate
    >
      <PickField {...props} stored={stored} text={text} focus={() => focusIn(frame.current)} />
      {isContested && <Conflict by={by} what={`“${now}”`} onSettle={settle} />}
      <SaveButtons {...{ isOneLine, isBusy, isContested, onClose }} />
    </form>
  );
}

type FieldProps = Pick<OneFieldProps, 'field' | 'fields' | 'action' | 'texts' | 'problem' | 'onChange' | 'openForm'>;

interface PickFieldProps extends FieldProps {
  stored: FormTexts;
  text: string;
  focus(): void;
}

/** An element that is picked for it may ask for another kind of action. */
function PickField({ field, fields, action, texts, problem, stored, text, ...does }: PickFieldProps) {
  const { onChange, openForm, focus } = does;
  const [picked, setPicked] = useState<PickedElement>();
  const all = { ...stored, ...texts };
  const hasFallbacks = field.name === 'locator' && fields.some(({ name }) => name === 'fallbacks');
  const take = (element: PickedElement) => {
    const { locator, fallbacks = [] } = element;
    setPicked(element);
    onChange({ [field.name]: locator, ...(hasFallbacks && { fallbacks: fallbacks.join('\n') }) });
    focus();
  };
  return (
    <>
      <PickingControl
        {...{ field, text, problem }}
        texts={stored}
        isFirst
        onChange={typed => onChange({ ...texts, [field.name]: typed })}
        onPick={take}
      />
      {picked !== undefined && (
        <FittingKinds
          {...{ type: action.type, texts: all, picked }}
          isAlways={false}
          onChoose={chosen => openForm({ ...chosenTexts(chosen, all), type: chosen.type })}
        />
      )}
    </>
  );
}

interface SaveButtonsProps extends Pick<OneFieldProps, 'isBusy' | 'onClose'> {
  isOneLine: boolean;
  isContested: boolean;
}

const SaveButtons = ({ isOneLine, isBusy, isContested, onClose }: SaveButtonsProps) => (
  <Group gap="xs" justify="space-between">
    <Text size="xs" c="dimmed">
      {isOneLine && 'Enter saves'}
    </Text>
    <Group gap="xs">
      <Button size="compact-sm" variant="default" onClick={onClose}>
        Cancel
      </Button>
      <Button size="compact-sm" type="submit" loading={isBusy} disabled={isContested}>
        Save
      </Button>
    </Group>
  </Group>
);
