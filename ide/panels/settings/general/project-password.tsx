import { useState } from 'react';
import { z } from 'zod';
import { useIde } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { useProjectRead, useWork } from '../../../app/queries.ts';
import type { Session } from '../../../app/session.ts';
import { showDone } from '../../../app/toasts.tsx';
import { Card } from '../../../ui/card.tsx';
import { SecretField } from '../feature-server/secret-field.tsx';
import classes from '../parts/form.module.css';
import { SettingsForm } from '../parts/form-parts.tsx';
import { LoadedCard } from '../parts/loaded-card.tsx';

const readProjects = async (session: Session) => (await session.call('getProjects', {})).projects;

const PasswordDraft = z.object({ password: z.string().optional() });

/** Who works at another machine signs in with it. */
export function ProjectPassword({ projectId }: { projectId: string }) {
  const { reply, again } = useProjectRead(readProjects);
  return (
    <LoadedCard title="Project password" reply={reply} onRetry={again}>
      {projects => {
        const isSet = projects.some(one => one.projectId === projectId && one.hasPassword);
        return <PasswordForm key={String(isSet)} projectId={projectId} isSet={isSet} onSaved={again} />;
      }}
    </LoadedCard>
  );
}

const withoutPassword = () => ({});

function PasswordForm({ projectId, isSet, onSaved }: { projectId: string; isSet: boolean; onSaved(): void }) {
  const { session } = useIde();
  const draft = useDraft<z.infer<typeof PasswordDraft>>({
    key: draftKey(projectId, 'general', 'password'),
    schema: PasswordDraft,
    saved: isSet ? {} : { password: '' },
    withoutSecrets: withoutPassword,
  });
  const work = useWork();
  const [renewed, setRenewed] = useState(0);
  const save = () =>
    work.run(async () => {
      await session.call('setProjectPassword', { password: draft.value.password ?? '' });
      draft.discard();
      setRenewed(renewed + 1);
      onSaved();
      showDone('Project password saved');
    });
  return (
    <Card title="Project password">
      <SettingsForm
        label="Project password"
        draft={draft}
        work={work}
        isShownAtField={work.problem?.field === 'password'}
        onSave={() => void save()}
      >
        <div className={classes.half}>
          <SecretField
            key={renewed}
            name="password"
            label="Password"
            hint="8 characters or more; people at other machines sign in with it"
            kept={isSet ? { set: true } : undefined}
            text={draft.value.password}
            onChange={password => {
              work.forget();
              draft.set(password === undefined ? {} : { password });
            }}
            error={work.problem?.field === 'password' ? work.problem.message : undefined}
            leftHost={undefined}
          />
        </div>
      </SettingsForm>
    </Card>
  );
}
