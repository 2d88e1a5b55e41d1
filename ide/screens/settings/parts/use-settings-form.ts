import { type DraftRequest, useDraft } from '../../../app/drafts.ts';
import { errorAt, useWork } from '../../../app/queries.ts';
import { showDone } from '../../../app/toasts.tsx';

interface SettingsFormRequest<Value> extends DraftRequest<Value> {
  /** Resolves with what is stored then, and what to say of it. Errors: as of tools, and `ConnectionLost`. */
  send(value: Value): Promise<{ stored: Value; done: string }>;
}

/** What is typed during a save is kept. */
export function useSettingsForm<Value extends object>({ send, ...request }: SettingsFormRequest<Value>) {
  const draft = useDraft(request);
  const work = useWork();
  const set = (changes: Partial<Value>) => {
    work.forget();
    draft.set({ ...draft.value, ...changes });
  };
  const save = () =>
    work.run(async () => {
      const { stored, done } = await send(draft.value);
      draft.settle(stored);
      showDone(done);
    });
  return {
    draft,
    work,
    set,
    save: () => void save(),
    errorOf: (...fields: readonly string[]) => errorAt(work.problem, ...fields),
  };
}
