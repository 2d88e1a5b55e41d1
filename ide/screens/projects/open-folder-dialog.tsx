import { z } from 'zod';
import { useIde } from '../../app/context.tsx';
import { useDraft } from '../../app/drafts.ts';
import { errorAt, useSubmit } from '../../app/queries.ts';
import { showDone } from '../../app/toasts.tsx';
import { DialogForm } from '../../parts/dialog-form.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { FolderList } from './folder-list.tsx';

/** Input is kept until the project was opened. */
export function OpenFolderDialog({ onClose }: { onClose(): void }) {
  const { session, navigation } = useIde();
  const { value: path, set, discard } = useDraft({ key: 'open folder', schema: z.string(), saved: '' });
  const form = useSubmit(async isHere => {
    const given = { path: path.trim(), projectId: undefined, versionId: undefined };
    const { project } = await session.call('openProjectFolder', given);
    discard();
    if (isHere()) navigation.go({ tab: 'modules', projectId: project.projectId });
    else showDone(`“${project.name}” opened`);
  });
  const fault = errorAt(form.problem, 'path');
  return (
    <Dialog opened onClose={onClose} title="Open folder" centered>
      <DialogForm
        form={form}
        submitLabel="Open"
        isReady={path.trim() !== ''}
        isShownAtField={fault !== undefined}
        onCancel={onClose}
      >
        <TextField
          label="Folder"
          description="A project anywhere on this machine. It stays where it is; the workspace gets a link to it."
          placeholder="e.g. /home/ann/shop-tests"
          value={path}
          onChange={set}
          error={fault}
          data-autofocus
        />
        <FolderList path={path} onPick={set} />
      </DialogForm>
    </Dialog>
  );
}
