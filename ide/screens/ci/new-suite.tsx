import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { useIde } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { useSubmit } from '../../app/queries.ts';
import { makeSuite } from '../../commands/suite-edits.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ItemsField } from './items-field.tsx';

interface NewSuiteProps {
  place: ProjectPlace;
  onClose(): void;
}

const SuiteDraft = z.object({ name: z.string(), holds: z.array(z.string()).readonly() });
const EMPTY: z.infer<typeof SuiteDraft> = { name: '', holds: [] };

/** Makes a suite without leaving the screen, which then has it chosen. */
export const NewSuite = (props: NewSuiteProps) => (
  <Dialog opened onClose={props.onClose} title="New suite">
    <SuiteForm {...props} />
  </Dialog>
);

function SuiteForm({ place: { projectId, ci = {} }, onClose }: NewSuiteProps) {
  const ide = useIde();
  const { value, set, discard } = useDraft({ key: `new suite of ${projectId}`, schema: SuiteDraft, saved: EMPTY });
  const { name, holds } = value;
  const close = () => {
    discard();
    onClose();
  };
  const form = useSubmit(async isHere => {
    const { testId } = await makeSuite(ide, { name: name.trim(), holds });
    discard();
    if (!isHere()) return;
    onClose();
    const { tags, environment } = ci;
    ide.navigation.goWithin({ tab: 'ci', ci: { tags, environment, suite: testId } });
  });
  return (
    <DialogForm form={form} submitLabel="Create" isReady={name.trim() !== ''} onCancel={close}>
      <TextInput
        label="Name"
        value={name}
        maxLength={200}
        onChange={({ currentTarget }) => set({ name: currentTarget.value, holds })}
        autoComplete="off"
        data-autofocus
      />
      <ItemsField
        label="Tests, features and scenarios"
        isListAbove
        codes={holds}
        onChange={codes => set({ name, holds: codes })}
      />
    </DialogForm>
  );
}
