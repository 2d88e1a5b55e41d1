import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useIde } from '../../app/context.tsx';
import { errorAt, useSubmit } from '../../app/queries.ts';
import { showDone } from '../../app/toasts.tsx';
import { Problem } from '../../parts/problem.tsx';
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
  const { isBusy, problem, onSubmit } = useSubmit(async () => {
    const { movedTo } = await session.call('deleteProject', { projectId, versionId: undefined, name: typed });
    showDone(`“${name}” is in the trash: ${movedTo}`);
    onDone();
  });
  const atName = errorAt(problem, 'name');
  return (
    <Dialog opened onClose={onClose} title={`Delete “${name}”?`} centered classNames={{ title: 'break-words' }}>
      <form onSubmit={onSubmit}>
        <Stack gap="sm">
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
          {problem !== undefined && atName === undefined && <Problem>{problem.message}</Problem>}
          <Group justify="flex-end" gap="xs">
            <Button size="xs" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" size="xs" color="red.9" loading={isBusy} disabled={typed !== name}>
              Delete project
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
