import { Button, Group, Radio } from '@mantine/core';
import { z } from 'zod';
import { useIde } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { useWork } from '../../../app/queries.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useFocusReturn } from '../../../ui/use-focus-return.ts';
import classes from '../parts/form.module.css';
import { showToken } from './shown-token.ts';
import { NEW_TOKEN_ID } from './token-dialog.tsx';

const NewToken = z.object({ name: z.string(), access: z.enum(['read', 'write']) });
const EMPTY: z.infer<typeof NewToken> = { name: '', access: 'read' };

export const useNewToken = (projectId: string) =>
  useDraft({ key: draftKey(projectId, 'api', 'token'), schema: NewToken, saved: EMPTY });

interface NewTokenFormProps {
  projectId: string;
  onMade(): void;
  onClose(): void;
}

function useTokenForm({ projectId, onMade, onClose }: NewTokenFormProps) {
  const { session } = useIde();
  const draft = useNewToken(projectId);
  const work = useWork();
  const { name, access } = draft.value;
  const close = () => {
    draft.discard();
    onClose();
  };
  const generate = () => {
    if (name.trim() === '') return work.refuse({ message: 'Say what it is for, such as “ci”', field: 'name' });
    return work.run(async () => {
      const { value } = await session.call('createToken', { name: name.trim(), access });
      close();
      showToken(projectId, { name: name.trim(), value });
      onMade();
    });
  };
  return { draft, work, close, generate };
}

export function NewTokenForm(props: NewTokenFormProps) {
  const form = useTokenForm(props);
  useFocusReturn(NEW_TOKEN_ID);
  const { access } = form.draft.value;
  return (
    <form
      className={classes.form}
      aria-label="New token"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void form.generate();
      }}
      onKeyDown={event => {
        if (event.key === 'Escape') form.close();
      }}
    >
      <Fields {...form} />
      <div className={`row wrap gap-md ${classes.buttons}`}>
        <p className="flush note">
          {access === 'read' ? 'Reads everything, changes nothing.' : 'Edits the project and runs tests.'}
        </p>
        <span className="grow" />
        <Button size="xs" variant="default" onClick={form.close}>
          Cancel
        </Button>
        <Button type="submit" size="xs" loading={form.work.isBusy}>
          Generate
        </Button>
      </div>
    </form>
  );
}

const Fields = ({ draft, work }: Pick<ReturnType<typeof useTokenForm>, 'draft' | 'work'>) => (
  <div className={classes.pair}>
    <TextField
      label="Name"
      placeholder="What it is for, such as ci"
      value={draft.value.name}
      onChange={typed => {
        work.forget();
        draft.set({ ...draft.value, name: typed });
      }}
      error={work.problem?.message}
      autoFocus
    />
    <Radio.Group
      label="Access"
      value={draft.value.access}
      onChange={next => draft.set({ ...draft.value, access: next === 'write' ? 'write' : 'read' })}
    >
      <Group gap="md" mt={8}>
        <Radio size="xs" value="read" label="Read" />
        <Radio size="xs" value="write" label="Write" />
      </Group>
    </Radio.Group>
  </div>
);
