import { TextInput } from '@mantine/core';
import { z } from 'zod';
import { useIde } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import { errorAt, useSubmit } from '../../app/queries.ts';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import type { ListedProject } from './use-projects.ts';

export interface ProjectDialogProps {
  project: ListedProject;
  onClose(): void;
  onDone(): void;
}

export function RenameDialog({ project, onClose, onDone }: ProjectDialogProps) {
  const { session, store } = useIde();
  const { projectId } = project;
  const draft = useDraft({ key: `name of project ${projectId}`, schema: z.string(), saved: project.name });
  const name = draft.value;
  const form = useSubmit(async () => {
    const wanted = name.trim();
    // This project may lack the version that is followed now.
    await session.call('editProject', { projectId, versionId: undefined, name: wanted });
    store.update(state => ({
      ...state,
      projects: state.projects.map(entry => (entry.projectId === projectId ? { ...entry, name: wanted } : entry)),
    }));
    draft.discard();
    onDone();
  });
  const cancel = () => {
    draft.discard();
    onClose();
  };
  const atName = errorAt(form.problem, 'name');
  return (
    <Dialog opened onClose={onClose} title="Rename the project" centered>
      <DialogForm
        form={form}
        submitLabel="Rename"
        isReady={name.trim() !== ''}
        isShownAtField={atName !== undefined}
        onCancel={cancel}
      >
        <TextInput
          label="Name"
          description="Its folder keeps its name."
          value={name}
          maxLength={200}
          onChange={event => draft.set(event.currentTarget.value)}
          error={atName}
          autoComplete="off"
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}
