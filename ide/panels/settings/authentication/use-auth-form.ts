import { useIde } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { useWork } from '../../../app/queries.ts';
import { showDone } from '../../../app/toasts.tsx';
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
  const work = useWork();
  const save = () =>
    work.run(async () => {
      const reply = await editing.change('configureAuth', authChanges(draft.value, auth));
      draft.discard();
      take(reply.authentication);
      showDone('Authentication saved');
    });
  return {
    draft,
    work,
    save: () => void save(),
    set(changes: Partial<AuthDraft>) {
      work.forget();
      draft.set({ ...draft.value, ...changes });
    },
    /** Of a field, by its path in the call. */
    errorOf: (path: string) => (work.problem?.field === path ? work.problem.message : undefined),
  };
}

export type AuthFormState = ReturnType<typeof useAuthForm>;
