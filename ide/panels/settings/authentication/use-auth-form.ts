import { useIde } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { showDone } from '../../../app/toasts.tsx';
import { useSaving } from '../parts/use-saving.ts';
import { NotANumber } from '../project-form.ts';
import { AuthDraft, type AuthReply, authChanges, authOf, withoutSecrets } from './auth-draft.ts';

export interface AuthFormProps {
  projectId: string;
  auth: AuthReply;
  take(auth: AuthReply): void;
  again(): void;
}

export function useAuthForm({ projectId, auth, take }: AuthFormProps) {
  const { editing } = useIde();
  const draft = useDraft({
    key: draftKey(projectId, 'authentication', 'form'),
    schema: AuthDraft,
    saved: authOf(auth),
    withoutSecrets,
  });
  const saving = useSaving();
  const save = () => {
    try {
      const changes = authChanges(draft.value, auth);
      void saving.save(async () => {
        const reply = await editing.change('configureAuth', changes);
        draft.discard();
        take(reply.authentication);
        showDone('Authentication saved');
      });
    } catch (error) {
      if (!(error instanceof NotANumber)) throw error;
      saving.refuse({ message: error.message, field: error.field });
    }
  };
  return {
    draft,
    saving,
    save,
    set(changes: Partial<AuthDraft>) {
      saving.forget();
      draft.set({ ...draft.value, ...changes });
    },
    /** Of a field, by its path in the call. */
    errorOf: (path: string) => (saving.refusal?.field === path ? saving.refusal.message : undefined),
  };
}

export type AuthFormState = ReturnType<typeof useAuthForm>;
