import { Button, TextInput } from '@mantine/core';
import { z } from 'zod';
import { useIde } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { useWork } from '../../../app/queries.ts';
import { showDone } from '../../../app/toasts.tsx';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import classes from '../parts/form.module.css';

const NewName = z.object({ name: z.string() });
const EMPTY: z.infer<typeof NewName> = { name: '' };

export const useNewEnvironment = (projectId: string) =>
  useDraft({ key: draftKey(projectId, 'environments', 'new'), schema: NewName, saved: EMPTY });

export const NEW_ENVIRONMENT_ID = 'new-environment';

interface NewEnvironmentProps {
  projectId: string;
  onMade(): void;
  onClose(): void;
}

export function NewEnvironmentForm({ projectId, onMade, onClose }: NewEnvironmentProps) {
  const { editing } = useIde();
  const draft = useNewEnvironment(projectId);
  const { run, refuse, forget, isBusy, problem } = useWork();
  useFocusReturn(NEW_ENVIRONMENT_ID);
  const name = draft.value.name.trim();
  const close = () => {
    draft.discard();
    onClose();
  };
  const create = () => {
    if (name === '') return refuse({ message: 'Give it a name, such as “staging”', field: 'name' });
    return run(async () => {
      await editing.change('createEnvironment', { name });
      close();
      showDone(`Environment “${name}” created`);
      onMade();
    });
  };
  return (
    <form
      className={classes.bar}
      aria-label="New environment"
      noValidate
      style={{ alignItems: 'flex-end' }}
      onSubmit={event => {
        event.preventDefault();
        void create();
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') close();
      }}
    >
      <TextInput
        className={classes.half}
        label="Name"
        placeholder="staging"
        value={draft.value.name}
        onChange={event => {
          forget();
          draft.set({ name: event.currentTarget.value });
        }}
        error={problem?.message}
        autoComplete="off"
        autoFocus
      />
      <span className="grow" />
      <Button size="xs" variant="default" onClick={close}>
        Cancel
      </Button>
      <Button type="submit" size="xs" loading={isBusy}>
        Create
      </Button>
    </form>
  );
}
