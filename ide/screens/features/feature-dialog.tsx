import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { useIde, useIdeState } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import { errorAt, useSubmit } from '../../app/queries.ts';
import { featuresOf } from '../../app/state.ts';
import type { FeatureEntry } from '../../app/tool-replies.ts';
import { createFeature, renameFeature } from '../../commands/feature-edits.ts';
import { typingAhead } from '../../commands/type-ahead.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export function FeatureDialog() {
  const { store } = useIde();
  const code = useIdeState(({ view }) => view.naming?.feature);
  const feature = useIdeState(state => featuresOf(state).find(({ featureCode }) => featureCode === code));
  const close = () => store.setView({ naming: undefined });
  return (
    <Dialog opened onClose={close} title={code === undefined ? 'New feature' : 'Rename the feature'}>
      <Names feature={feature} onDone={close} />
    </Dialog>
  );
}

interface NamesProps {
  feature: FeatureEntry | undefined;
  onDone(): void;
}

const FeatureNames = z.object({ name: z.string(), file: z.string() });

function Names({ feature, onDone }: NamesProps) {
  const ide = useIde();
  const projectId = useIdeState(state => state.project?.projectId);
  const key = `names of feature ${feature?.featureCode} of ${projectId}`;
  const saved = { name: feature?.name ?? '', file: feature?.file ?? '' };
  const { value, set, discard } = useDraft({ key, schema: FeatureNames, saved });
  const { name, file } = value;
  const isChanged = name.trim() !== (feature?.name ?? '') || file.trim() !== (feature?.file ?? '');
  const close = () => {
    discard();
    onDone();
  };
  const form = useSubmit(async isHere => {
    if (isChanged) await done(ide, feature, { name: name.trim(), file: file.trim() });
    discard();
    if (isHere()) onDone();
  });
  const atFile = errorAt(form.problem, 'file');
  return (
    <DialogForm
      form={form}
      submitLabel={feature === undefined ? 'Create' : 'Rename'}
      isReady={name.trim() !== ''}
      isShownAtField
      onCancel={close}
    >
      <TextInput
        label="Name"
        value={name}
        maxLength={200}
        onChange={event => set({ name: event.currentTarget.value, file })}
        error={atFile === undefined ? form.problem?.message : undefined}
        data-autofocus
      />
      <TextInput
        label="File"
        description="Path in the features folder of the project"
        value={file}
        placeholder={name.trim() === '' ? 'named after the feature' : `${name.trim()}.feature`}
        maxLength={500}
        onChange={event => set({ name, file: event.currentTarget.value })}
        error={atFile}
      />
    </DialogForm>
  );
}

/** Sends only what has changed. */
async function done(
  ide: ReturnType<typeof useIde>,
  feature: FeatureEntry | undefined,
  { name, file }: { name: string; file: string },
): Promise<void> {
  if (feature === undefined) {
    const create = async () => {
      await createFeature(ide, { name, ...(file !== '' && { file }) });
      return true;
    };
    return await typingAhead(ide, create, { hasLines: true });
  }
  const isMoved = file !== '' && file !== feature.file;
  await renameFeature(ide, feature, { ...(name !== feature.name && { name }), ...(isMoved && { file }) });
}
