import { NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { z } from 'zod';
import { VersionId } from '../../../model/names/codes.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { draftNow, useDraft } from '../../app/drafts.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { errorAt, useSubmit } from '../../app/queries.ts';
import { snapshotOf } from '../../app/state.ts';
import { showDone } from '../../app/toasts.tsx';
import { takeTyped } from '../../commands/type-ahead.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { showVersion } from './version-edits.ts';

/** A closing menu takes the focus along; keys that are typed until then go into the field. */
const SETTLED_MS = 60;

/** Takes over what was typed before the field was rendered. */
function useTypedName({ name, onName, onCancel }: { name: string; onName(name: string): void; onCancel(): void }) {
  const ide = useIde();
  const form = useRef<HTMLFormElement>(null);
  const take = useEffectEvent(() => {
    form.current?.querySelector('input')?.focus();
    const { text, end } = takeTyped(ide);
    if (text !== '') onName(name + text);
    if (end === 'Escape') onCancel();
    if (end === 'Enter') setTimeout(() => form.current?.requestSubmit());
  });
  useEffect(() => {
    const timer = setTimeout(() => take(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return form;
}

interface VersionFormProps {
  form?: RefObject<HTMLFormElement | null>;
  saving: ReturnType<typeof useSubmit>;
  name: string;
  saveLabel: string;
  onName(name: string): void;
  onCancel(): void;
  children?: ReactNode;
}

function VersionForm({ form, saving, name, saveLabel, onName, onCancel, children }: VersionFormProps) {
  const { problem } = saving;
  return (
    <DialogForm
      ref={form}
      form={saving}
      submitLabel={saveLabel}
      isReady={name.trim() !== ''}
      isShownAtField
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        placeholder="Release 2.0"
        value={name}
        maxLength={200}
        onChange={event => onName(event.currentTarget.value)}
        error={errorAt(problem, 'from') === undefined ? problem?.message : undefined}
        autoComplete="off"
        data-autofocus
      />
      {children}
    </DialogForm>
  );
}

const Draft = z.object({ name: z.string(), from: z.string() });

interface DialogProps {
  place: ProjectPlace;
  onDone(): void;
}

export function NewVersion({ place, onDone }: DialogProps) {
  const ide = useIde();
  const snapshot = useIdeState(snapshotOf);
  const { versions = [], versionId = '' } = snapshot ?? {};
  const saved = { name: '', from: versionId };
  const key = `new version of ${place.projectId}`;
  const { value, set, discard } = useDraft({ key, schema: Draft, saved });
  const { name } = value;
  const from = versions.some(one => one.versionId === value.from) ? value.from : versionId;
  const saving = useSubmit(async isHere => {
    const given = { name: name.trim(), from: VersionId.parse(from) };
    const sent = draftNow(key);
    const { version } = await ide.editing.change('createVersion', given);
    // Another one may have been begun since.
    if (draftNow(key) === sent) discard();
    if (isHere()) showVersion(ide, place, version.versionId);
    showDone(`Version “${version.name}” created`);
  });
  const cancel = () => {
    discard();
    onDone();
  };
  const form = useTypedName({ name, onName: typed => set({ name: typed, from }), onCancel: cancel });
  return (
    <VersionForm
      form={form}
      saving={saving}
      name={name}
      saveLabel="Create"
      onName={typed => set({ name: typed, from })}
      onCancel={cancel}
    >
      <NativeSelect
        label="From"
        description="All of its tests, features and environments are copied"
        value={from}
        data={versions.map(one => ({ value: one.versionId, label: one.name }))}
        onChange={event => set({ name, from: event.currentTarget.value })}
        error={errorAt(saving.problem, 'from')}
      />
    </VersionForm>
  );
}

export function RenameVersion({ place, onDone }: DialogProps) {
  const ide = useIde();
  const snapshot = useIdeState(snapshotOf);
  const version = snapshot?.versions.find(one => one.versionId === snapshot.versionId);
  const key = `name of version ${version?.versionId} of ${place.projectId}`;
  const { value: name, set, discard } = useDraft({ key, schema: z.string(), saved: version?.name ?? '' });
  const cancel = () => {
    discard();
    onDone();
  };
  const saving = useSubmit(async isHere => {
    if (version !== undefined && name.trim() !== version.name)
      await ide.editing.change('editVersion', { versionId: version.versionId, name: name.trim() });
    if (isHere()) cancel();
  });
  return <VersionForm saving={saving} name={name} saveLabel="Rename" onName={set} onCancel={cancel} />;
}
