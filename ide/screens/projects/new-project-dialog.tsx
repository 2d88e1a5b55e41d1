import { TextInput } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import { errorAt, useSubmit } from '../../app/queries.ts';
import { showDone } from '../../app/toasts.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { createProject } from './create-project.ts';
import { addressOf, EMPTY_DRAFT, folderFault, folderFor, NewProjectDraft } from './new-project-draft.ts';
import type { ListedProject } from './use-projects.ts';

interface NewProjectDialogProps {
  projects: readonly ListedProject[];
  onClose(): void;
}

/** Input is kept until a project was made of it. */
export function NewProjectDialog({ projects, onClose }: NewProjectDialogProps) {
  const ide = useIde();
  const { value: draft, set, discard } = useDraft({ key: 'new project', schema: NewProjectDraft, saved: EMPTY_DRAFT });
  const taken = projects.map(({ projectId }) => String(projectId));
  const folderId = draft.folderId ?? folderFor(draft.name, taken);
  const form = useSubmit(async isHere => {
    const fault = folderFault(folderId, taken);
    if (fault !== undefined) return form.refuse({ message: fault, field: 'newProjectId' });
    const appUrl = addressOf(draft.appUrl);
    const name = draft.name.trim();
    const projectId = await createProject(ide, { folderId, name, appUrl });
    discard();
    if (isHere()) ide.navigation.go({ tab: 'modules', projectId });
    else showDone(`Project “${name}” created`);
  });
  const errors = {
    name: errorAt(form.problem, 'name'),
    appUrl: errorAt(form.problem, 'appUrl'),
    folder: errorAt(form.problem, 'newProjectId', 'projectId'),
  };
  return (
    <Dialog opened onClose={onClose} title="New project" centered>
      <DialogForm
        form={form}
        submitLabel="Create"
        isReady={draft.name.trim() !== ''}
        isShownAtField={Object.values(errors).some(error => error !== undefined)}
        onCancel={onClose}
      >
        <Fields draft={draft} folderId={folderId} errors={errors} onChange={set} />
      </DialogForm>
    </Dialog>
  );
}

interface NewProjectFieldsProps {
  draft: NewProjectDraft;
  folderId: string;
  errors: Readonly<Record<'name' | 'appUrl' | 'folder', string | undefined>>;
  onChange(draft: NewProjectDraft): void;
}

function Fields({ draft, folderId, errors, onChange }: NewProjectFieldsProps) {
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
    </>
  );
}
