import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { TestCode, VersionId } from '../../../model/names/codes.ts';
import { counted } from '../../../model/names/counted.ts';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import type { Ide } from '../../app/ide.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { errorAt, useSubmit } from '../../app/queries.ts';
import { snapshotOf } from '../../app/state.ts';
import { showUndo } from '../../app/toasts.tsx';
import { chosenTogether, shownItem } from '../../app/tree-choice.ts';
import { attempt } from '../../commands/command.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Hint } from '../../ui/hint.tsx';
import { FilterIcon } from '../../ui/icons.ts';
import { wordFilter } from '../../ui/word-filter.ts';
import classes from './versions.module.css';

const CopyDraft = z.object({ to: z.string(), tests: z.array(z.string()), replaces: z.boolean() });
type CopyDraft = z.infer<typeof CopyDraft>;

/** The filter finds the rest. */
const MOST_SHOWN = 200;

interface CopyTestsProps {
  place: ProjectPlace;
  onDone(): void;
}

export function CopyTests({ place, onDone }: CopyTestsProps) {
  const snapshot = useIdeState(snapshotOf);
  const shown = shownItem(place);
  const chosen = useIdeState(state => chosenTogether(state, shown).join(' ')).split(' ');
  const key = `copy from ${place.projectId} ${snapshot?.versionId}`;
  const saved = { to: '', tests: chosen, replaces: true };
  const { value: form, set, discard } = useDraft({ key, schema: CopyDraft, saved });
  if (snapshot === undefined) return null;
  const others = snapshot.versions.filter(one => one.versionId !== snapshot.versionId);
  if (others.length === 0) return <Hint title="There is only this version">Create another one first.</Hint>;
  const { tests } = snapshot;
  const now: CopyDraft = {
    ...form,
    to: others.some(one => one.versionId === form.to) ? form.to : (others[0]?.versionId ?? ''),
    tests: form.tests.filter(code => Object.hasOwn(tests, code)),
  };
  const close = () => {
    discard();
    onDone();
  };
  return <Form snapshot={snapshot} draft={now} onChange={set} onClose={close} />;
}

interface CopyFormProps {
  snapshot: ProjectSnapshot;
  draft: CopyDraft;
  onChange(draft: CopyDraft): void;
  onClose(): void;
}

function Form({ snapshot, draft, onChange, onClose }: CopyFormProps) {
  const ide = useIde();
  const others = snapshot.versions.filter(one => one.versionId !== snapshot.versionId);
  const count = draft.tests.length;
  const form = useSubmit(async isHere => {
    await copyTests(ide, snapshot, draft);
    if (isHere()) onClose();
  });
  const atVersion = errorAt(form.problem, 'to');
  return (
    <DialogForm
      form={form}
      submitLabel={`Copy ${counted(count, 'test')}`}
      isReady={count > 0}
      isShownAtField={atVersion !== undefined}
      onCancel={onClose}
    >
      <NativeSelect
        label="To"
        value={draft.to}
        data={others.map(one => ({ value: one.versionId, label: one.name }))}
        onChange={event => onChange({ ...draft, to: event.currentTarget.value })}
        error={atVersion}
        data-autofocus
      />
      <TestChoice snapshot={snapshot} chosen={draft.tests} onChange={tests => onChange({ ...draft, tests })} />
      <Checkbox
        size="xs"
        label="Replace tests that are there already"
        description="Otherwise the copies are added beside them"
        checked={draft.replaces}
        onChange={event => onChange({ ...draft, replaces: event.currentTarget.checked })}
      />
    </DialogForm>
  );
}

/** Undo applies to the target version. */
async function copyTests(ide: Ide, snapshot: ProjectSnapshot, { to: id, tests, replaces }: CopyDraft): Promise<void> {
  const to = VersionId.parse(id);
  const existing = replaces ? ('replace' as const) : ('add' as const);
  const given = { from: snapshot.versionId, to, tests: tests.map(code => TestCode.parse(code)), existing };
  const { copied } = await ide.editing.change('copyTests', given);
  const name = snapshot.versions.find(({ versionId }) => versionId === id)?.name ?? id;
  const undo = () => attempt('Undo', () => ide.session.call('undo', { versionId: to }));
  showUndo(`${counted(copied.length, 'test')} copied to “${name}”`, () => void undo());
}

interface CopiedTestProps {
  snapshot: ProjectSnapshot;
  chosen: readonly string[];
  onChange(tests: string[]): void;
}

function TestChoice({ snapshot: { tests, modules }, chosen, onChange }: CopiedTestProps) {
  const [filter, setFilter] = useState('');
  const fits = wordFilter(filter);
  const found = Object.values(tests).filter(({ name, testCode, moduleCode }) =>
    fits(`${modules[moduleCode]?.name} ${name} ${testCode}`),
  );
  const shown = found.slice(0, MOST_SHOWN);
  const codes: string[] = found.map(({ testCode }) => testCode);
  const isAll = codes.length > 0 && codes.every(code => chosen.includes(code));
  const others = chosen.filter(code => !codes.includes(code));
  return (
    <div>
      <Group justify="space-between" mb={6} wrap="nowrap">
        <TextInput
          size="xs"
          aria-label="Filter tests"
          placeholder="Filter"
          leftSection={<FilterIcon size={14} aria-hidden />}
          value={filter}
          onChange={event => setFilter(event.currentTarget.value)}
        />
        <Checkbox
          size="xs"
          label={`All ${codes.length}`}
          checked={isAll}
          indeterminate={!isAll && codes.some(code => chosen.includes(code))}
          onChange={() => onChange(isAll ? others : [...others, ...codes])}
        />
      </Group>
      <Checkbox.Group value={[...chosen]} onChange={onChange} aria-label="Tests">
        <ul className={`plain-list boxed ${classes.list}`}>
          {shown.map(({ testCode, moduleCode, name }) => (
            <li key={testCode} className={classes.choice}>
              <Checkbox size="xs" value={testCode} label={`${modules[moduleCode]?.name ?? ''} › ${name}`} />
            </li>
          ))}
          {found.length > shown.length && (
            <li className={classes.more}>and {found.length - shown.length} more: filter to see them</li>
          )}
          {found.length === 0 && <li className={classes.more}>No test has these words in its name.</li>}
        </ul>
      </Checkbox.Group>
    </div>
  );
}
