import type { ReactNode } from 'react';
import { z } from 'zod';
import { AppError } from '../../../../model/errors/errors.ts';
import { useIde } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { showDone } from '../../../app/toasts.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { AddCard } from '../parts/add-card.tsx';

const EMPTY = { name: '' };

interface AddEnvironmentProps {
  projectId: string;
  title: string;
  onMade(): void;
  children: ReactNode;
}

export function AddEnvironment({ projectId, title, onMade, children }: AddEnvironmentProps) {
  const { editing } = useIde();
  const key = draftKey(projectId, 'environments', 'new');
  const draft = useDraft({ key, schema: z.object({ name: z.string() }), saved: EMPTY });
  const name = draft.value.name.trim();
  return (
    <AddCard
      title={title}
      id="new-environment"
      label="New environment"
      submitLabel="Create"
      draft={draft}
      send={async () => {
        if (name === '') throw new AppError('invalid-params', 'Give it a name, such as “staging”', { field: 'name' });
        await editing.change('createEnvironment', { name });
        return () => {
          showDone(`Environment “${name}” created`);
          onMade();
        };
      }}
      fields={({ problem, forget }) => (
        <TextField
          className="half"
          label="Name"
          placeholder="staging"
          value={draft.value.name}
          onChange={text => {
            forget();
            draft.set({ name: text });
          }}
          error={problem?.message}
          autoFocus
        />
      )}
    >
      {children}
    </AddCard>
  );
}
