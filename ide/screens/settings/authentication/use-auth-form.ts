import { useIde } from '../../../app/context.tsx';
import { draftKey } from '../../../app/drafts.ts';
import { useSettingsForm } from '../parts/use-settings-form.ts';
import { AuthDraft, type AuthReply, authChanges, authOf, withoutSecrets } from './auth-draft.ts';

export interface AuthFormProps {
  projectId: string;
  auth: AuthReply;
  take(auth: AuthReply): void;
  again(): void;
}

export function useAuthForm({ projectId, auth, take }: AuthFormProps) {
  const { editing } = useIde();
  return useSettingsForm({
    key: draftKey(projectId, 'authentication', 'form'),
    schema: AuthDraft,
    saved: authOf(auth),
    withoutSecrets,
    async send(draft) {
      const reply = await editing.change('configureAuth', authChanges(draft, auth));
      take(reply.authentication);
      return { stored: authOf(reply.authentication), done: 'Authentication saved' };
    },
  });
}

export type AuthFormState = ReturnType<typeof useAuthForm>;
