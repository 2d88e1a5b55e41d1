import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useIde } from '../../app/context.tsx';
import { errorAt, useSubmit, type Problem as WorkProblem } from '../../app/queries.ts';
import { Problem } from '../../parts/problem.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createProject } from './create-project.ts';
import { addressOf, EMPTY_DRAFT, folderFault, folderFor, type NewProjectDraft } from './new-project-draft.ts';
import type { ListedProject } from './use-projects.ts';

interface NewProjectDialogProps {
  projects: readonly ListedProject[];
  onClose(): void;
}

/** Input is kept until a project was made of it. */
export function NewProjectDialog({ projects, onClose }: NewProjectDialogProps) {
  const ide = useIde();
  const [draft, setDraft, dropDraft] = useSessionStorage<NewProjectDraft>({
    key: 'steploom.new-project',
    defaultValue: EMPTY_DRAFT,
    getInitialValueInEffect: false,
  });
  const taken = projects.map(({ projectId }) => String(projectId));
  const folderId = draft.folderId ?? folderFor(draft.name, taken);
  const form = useSubmit(async () => {
    const fault = folderFault(folderId, taken);
    if (fault !== undefined) return form.refuse({ message: fault, field: 'newProjectId' });
    const appUrl = addressOf(draft.appUrl);
    await createProject(ide, { folderId, name: draft.name.trim(), appUrl });
    dropDraft();
  });
  return (
    <Dialog opened onClose={onClose} title="New project" centered>
      <form onSubmit={form.onSubmit} noValidate>
        <Stack gap="sm">
          <Fields draft={draft} folderId={folderId} problem={form.problem} onChange={setDraft} />
          <Group justify="flex-end" gap="xs" mt="xs">
            <Button size="xs" variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" size="xs" loading={form.isBusy} disabled={draft.name.trim() === ''}>
              Create
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

interface NewProjectFieldsProps {
  draft: NewProjectDraft;
  folderId: string;
  problem: WorkProblem | undefined;
  onChange(draft: NewProjectDraft): void;
}

function Fields({ draft, folderId, problem, onChange }: NewProjectFieldsProps) {
  const errors = {
    name: errorAt(problem, 'name'),
    appUrl: errorAt(problem, 'appUrl'),
    folder: errorAt(problem, 'newProjectId', 'projectId'),
  };
  const isElsewhere = Object.values(errors).every(error => error === undefined);
  return (
    <>
      <TextInput
        label="Name"
        placeholder="e.g. Back office"
        value={draft.name}
        maxLength={200}
        onChange={event => onChange({ ...draft, name: event.currentTarget.value })}
        error={errors.name}
        autoComplete="off"
        data-autofocus
      />
      <TextField
        label="App address"
        description="Where your app runs. It opens beside the project, and a first test is written for it."
        placeholder="http://localhost:3000"
        value={draft.appUrl}
        onChange={typed => onChange({ ...draft, appUrl: typed })}
        error={errors.appUrl}
        inputMode="url"
      />
      <TextField
        label="Folder id"
        description="Follows from the name. The files of the project are in this folder of the workspace."
        value={folderId}
        onChange={typed => onChange({ ...draft, folderId: typed || undefined })}
        error={errors.folder}
      />
      {problem !== undefined && isElsewhere && <Problem>{problem.message}</Problem>}
    </>
  );
}
