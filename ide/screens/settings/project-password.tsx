import { z } from 'zod';
import { useIde } from '../../app/context.tsx';
import { draftKey } from '../../app/drafts.ts';
import type { Session } from '../../app/session.ts';
import { Card } from '../../ui/card.tsx';
import { SecretField } from './feature-server/secret-field.tsx';
import { SettingsForm } from './parts/form-parts.tsx';
import { LoadedCard } from './parts/loaded-card.tsx';
import { useSettingsForm } from './parts/use-settings-form.ts';

const readProjects = async (session: Session) => (await session.call('getProjects', {})).projects;

const PasswordDraft = z.object({ password: z.string().optional() });
type PasswordDraft = z.infer<typeof PasswordDraft>;

/** For signing in from other machines. */
export function ProjectPassword({ projectId }: { projectId: string }) {
  return (
    <LoadedCard title="Project password" read={readProjects}>
      {(projects, { again }) => (
        <PasswordForm
          projectId={projectId}
          isSet={projects.some(one => one.projectId === projectId && one.hasPassword)}
          onSaved={again}
        />
      )}
    </LoadedCard>
  );
}

const savedAs = (isSet: boolean): PasswordDraft => (isSet ? {} : { password: '' });

function PasswordForm({ projectId, isSet, onSaved }: { projectId: string; isSet: boolean; onSaved(): void }) {
  const { session } = useIde();
  const form = useSettingsForm<PasswordDraft>({
    key: draftKey(projectId, 'general', 'password'),
    schema: PasswordDraft,
    saved: savedAs(isSet),
    withoutSecrets: () => ({}),
    async send({ password = '' }) {
      const { hasPassword } = await session.call('setProjectPassword', { password });
      onSaved();
      return { stored: savedAs(hasPassword), done: 'Project password saved' };
    },
  });
  const error = form.errorOf('password');
  return (
    <Card title="Project password">
      <SettingsForm label="Project password" form={form} isShownAtField={error !== undefined}>
        <div className="half">
          <SecretField
            name="password"
            label="Password"
            hint="8 characters or more; people at other machines sign in with it"
            kept={isSet ? { set: true } : undefined}
            text={form.draft.value.password}
            onChange={password => form.set({ password })}
            error={error}
          />
        </div>
      </SettingsForm>
    </Card>
  );
}
