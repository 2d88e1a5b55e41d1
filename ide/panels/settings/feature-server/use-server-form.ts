import { useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { showDone } from '../../../app/toasts.tsx';
import { type Draft, draftOf, isSame, readEnvironments, readInfo, withFields } from './draft.ts';
import { hasField, LABELS } from './fields.ts';
import type { ServerSettings } from './reply.ts';
import { type FieldMarks, fieldsOf, marksOf } from './stage-marks.ts';
import { useCheck } from './use-check.ts';
import { type Problem, problemOf, type ServerForm, type useFeatureServer } from './use-feature-server.ts';

export type Stored = Pick<ReturnType<typeof useFeatureServer>, 'save' | 'change' | 'settle' | 'discard'>;

/** What can be done with the form, and what went wrong. */
export function useServerForm(form: ServerForm, { save, change, settle, discard }: Stored) {
  const { saved, draft } = form;
  const [problem, setProblem] = useState<Problem>();
  const { check, start, cancel, forget } = useCheck();
  const { keepChecked } = useChecked();
  const isUntouched = isSame(draft, draftOf(saved));
  const isChecked = check.phase === 'done' && check.reply.ok;

  const found = check.phase === 'done' ? marksOf(check.reply, draft) : {};

  const attempt = async (work: () => Promise<void>) => {
    const unread = unreadInfo(draft);
    setProblem(unread);
    if (unread !== undefined) return;
    try {
      await work();
    } catch (error) {
      setProblem(problemOf(error, draft));
    }
  };
  /** What was found out before does not hold for what is changed. */
  const become = (change: () => void) => {
    setProblem(undefined);
    forget();
    change();
  };
  return {
    check,
    problem,
    isUntouched,
    marks: { ...found, ...markOf(problem) },
    suspects: fieldsOf(found),
    edit: (changed: Draft) => become(() => change(changed, form)),
    takeTheirs: () => become(() => settle(withFields(draft, form.both, draftOf(saved)), form)),
    keepMine: () => settle(draft, form),
    discard: () => become(discard),
    cancelCheck: cancel,
    runCheck: () =>
      attempt(async () => {
        const reply = await start(form);
        if (reply?.ok === true && isUntouched) keepChecked(saved);
      }),
    done: () =>
      attempt(async () => {
        const { featureServer, dropped = [] } = await save(form);
        if (isChecked) keepChecked(featureServer);
        showDone(doneWords(featureServer, isChecked, dropped));
      }),
  };
}

const markOf = ({ field, message }: Problem = { message: '' }): FieldMarks =>
  field === undefined ? {} : { [field]: message };

/** JSON is looked at here: nothing else could say where it goes wrong. */
function unreadInfo(draft: Draft): Problem | undefined {
  return (
    unread(draft, 'info', readInfo, 'This is not a JSON object: ') ??
    unread(draft, 'testEnvironments', readEnvironments, '')
  );
}

function unread(
  draft: Draft,
  field: 'info' | 'testEnvironments',
  read: (text: string) => object,
  lead: string,
): Problem | undefined {
  if (!hasField(draft.type, field) || draft[field].trim() === '') return undefined;
  try {
    read(draft[field]);
    return undefined;
  } catch (error) {
    return { field, message: `${lead}${error instanceof Error ? error.message : String(error)}` };
  }
}

function doneWords({ type }: ServerSettings, isChecked: boolean, dropped: readonly string[]): string {
  if (type === 'none') return 'Feature file server removed';
  const names = dropped.map(name => (name === 'token' ? LABELS.token : LABELS.clientSecret)).join(' and ');
  const lost = names === '' ? '' : `. ${names} for the other host removed`;
  return `Feature file server saved${isChecked ? '' : ', not checked'}${lost}`;
}

/** When these settings were found to work, as this browser remembers. */
export function useChecked() {
  const { store } = useIde();
  const projectId = useIdeState(state => state.project?.projectId ?? '');
  const checked = useIdeState(state => state.view.checkedServers[projectId]);
  return {
    checkedAt: (settings: ServerSettings) => (checked?.settings === JSON.stringify(settings) ? checked.at : undefined),
    keepChecked(settings: ServerSettings) {
      const { checkedServers } = store.getState().view;
      const mine = { at: new Date().toISOString(), settings: JSON.stringify(settings) };
      store.setView({ checkedServers: { ...checkedServers, [projectId]: mine } });
    },
  };
}
