import { Text } from '@mantine/core';
import { useState } from 'react';
import { useIde } from '../../app/context.tsx';
import { errorAt, useSubmit } from '../../app/queries.ts';
import { showDone } from '../../app/toasts.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ProjectDialogProps } from './rename-dialog.tsx';

/** Asks to type the name, as nothing in the page restores a project. */
export function DeleteDialog({ project, onClose, onDone }: ProjectDialogProps) {
  const { session } = useIde();
  const { projectId } = project;
  // The name of a project that cannot be opened is unknown.
  const name = project.problem === undefined ? project.name : projectId;
  const [typed, setTyped] = useState('');
  const form = useSubmit(async () => {
    const { movedTo } = await session.call('deleteProject', { projectId, versionId: undefined, name: typed });
    showDone(`“${name}” is in the trash: ${movedTo}`);
    onDone();
  });
  const atName = errorAt(form.problem, 'name');
  return (
    <Dialog opened onClose={onClose} title={`Delete “${name}”?`} centered classNames={{ title: 'break-words' }}>
      <DialogForm
        form={form}
        submitLabel="Delete project"
        isReady={typed === name}
        isShownAtField={atName !== undefined}
        isDestructive
        onCancel={onClose}
      >
        <Text size="sm">
          A run of it is stopped and its app window closed. Its folder goes to the trash of the workspace, from where
          you can move it back.
        </Text>
        <TextField
          label={
            <>
              Type <b dir="auto">{name}</b> to confirm
            </>
          }
          value={typed}
          onChange={setTyped}
          error={atName}
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}
