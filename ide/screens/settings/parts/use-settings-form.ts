import { type DraftRequest, useDraft } from '../../../app/drafts.ts';
import { errorAt, useWork } from '../../../app/queries.ts';
import { showDone } from '../../../app/toasts.tsx';

interface SettingsFormRequest<Value> extends DraftRequest<Value> {
  /** Resolves with what is stored by then. Errors: as of tools, and `ConnectionLost`. */
  send(value: Value): Promise<Value>;
  done: string;
}

/** A form of settings: what is typed, what is wrong with it, and how it is saved. What is typed meanwhile stays. */
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
