import { type DraftRequest, useDraft } from '../../../app/drafts.ts';
import { errorAt, useWork } from '../../../app/queries.ts';
import { showDone } from '../../../app/toasts.tsx';

interface SettingsFormRequest<Value> extends DraftRequest<Value> {
  /** Resolves with what is stored then. Errors: as of tools, and `ConnectionLost`. */
  send(value: Value): Promise<Value>;
  done: string;
}

/** What is typed during a save is kept. */
export function useSettingsForm<Value extends object>({ send, done, ...request }: SettingsFormRequest<Value>) {
  const draft = useDraft(request);
  const work = useWork();
  const set = (changes: Partial<Value>) => {
    work.forget();
    draft.set({ ...draft.value, ...changes });
  };
  const save = () =>
    work.run(async () => {
      draft.settle(await send(draft.value));
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
