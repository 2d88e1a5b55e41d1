import { Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { z } from 'zod';
import { AppError } from '../../../../model/errors/errors.ts';
import { useIde } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { AddCard } from '../parts/add-card.tsx';
import { showToken } from './shown-token.ts';
import { NEW_TOKEN_ID } from './token-dialog.tsx';

const NewToken = z.object({ name: z.string(), access: z.enum(['read', 'write']) });
const EMPTY: z.infer<typeof NewToken> = { name: '', access: 'read' };

interface TokensCardProps {
  projectId: string;
  onMade(): void;
  children: ReactNode;
}

export function TokensCard({ projectId, onMade, children }: TokensCardProps) {
  const { session } = useIde();
  const draft = useDraft({ key: draftKey(projectId, 'api', 'token'), schema: NewToken, saved: EMPTY });
  const { name: typed, access } = draft.value;
  const name = typed.trim();
  return (
    <AddCard
      title="API tokens"
      id={NEW_TOKEN_ID}
      label="New token"
      submitLabel="Generate"
      hint={access === 'read' ? 'Reads everything, changes nothing.' : 'Edits the project and runs tests.'}
      draft={draft}
      send={async () => {
        if (name === '') throw new AppError('invalid-params', 'Say what it is for, such as “ci”', { field: 'name' });
        const { value } = await session.call('createToken', { name, access });
        return () => {
          showToken(projectId, { name, value });
          onMade();
        };
      }}
      fields={({ problem, forget }) => (
        <div className="pair">
          <TextField
            label="Name"
            placeholder="What it is for, such as ci"
            value={typed}
            onChange={text => {
              forget();
              draft.set({ name: text, access });
            }}
            error={problem?.message}
            autoFocus
          />
          <Radio.Group
            label="Access"
            value={access}
            onChange={next => draft.set({ name: typed, access: next === 'write' ? 'write' : 'read' })}
          >
            <Group gap="md" mt={8}>
              <Radio size="xs" value="read" label="Read" />
              <Radio size="xs" value="write" label="Write" />
            </Group>
          </Radio.Group>
        </div>
      )}
    >
      {children}
    </AddCard>
  );
}
