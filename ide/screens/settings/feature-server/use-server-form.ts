import { messageOf } from '../../../app/bridge-client.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { draftKey, useDraft } from '../../../app/drafts.ts';
import { problemOf, useWork } from '../../../app/queries.ts';
import { showDone } from '../../../app/toasts.tsx';
import { type Field, inWords, LABELS } from '../../../parts/feature-server/field-labels.ts';
import { changesOf, Draft, draftOf, readEnvironments, readInfo, withoutSecrets } from './draft.ts';
import { fieldAt, hasField } from './fields.ts';
import type { ServerSettings } from './reply.ts';
import { fieldsOf, marksOf } from './stage-marks.ts';
import { useCheck } from './use-check.ts';

export interface ServerFormProps {
  projectId: string;
  saved: ServerSettings;
  take(saved: ServerSettings): void;
}

export function useServerForm({ projectId, saved, take }: ServerFormProps) {
  const { session } = useIde();
  const key = draftKey(projectId, 'integrations', 'feature-server');
  const draft = useDraft({ key, schema: Draft, saved: draftOf(saved), withoutSecrets, isByField: true });
  const { value, isChanged } = draft;
  const work = useServerWork(value);
  const { check, start, cancel, forget } = useCheck();
  const { keepChecked } = useChecked();
  const isChecked = check.phase === 'done' && check.reply.ok;
  const found = check.phase === 'done' ? marksOf(check.reply, value) : {};
  const { field, problem } = work;
  /** Earlier results do not hold for changed settings. */
  const afresh = (change: () => void) => () => {
    work.forget();
    forget();
    change();
  };
  return {
    draft: { ...draft, takeTheirs: afresh(draft.takeTheirs), discard: afresh(draft.discard) },
    work,
    check,
    field,
    marks: { ...found, ...(field === undefined ? {} : { [field]: problem?.message }) },
    suspects: fieldsOf(found),
    edit: (changed: Draft) => afresh(() => draft.set(changed))(),
    cancelCheck: cancel,
    runCheck: () =>
      work.attempt(async () => {
        const reply = await start(changesOf(value, saved));
        if (reply?.ok === true && !isChanged) keepChecked(saved);
      }),
    save: () =>
      work.attempt(() =>
        work.run(async () => {
          const { featureServer, dropped = [] } = await session.call('configureFeatureServer', changesOf(value, saved));
          draft.settle(draftOf(featureServer));
          take(featureServer);
          if (isChecked) keepChecked(featureServer);
          showDone(doneWords(featureServer, isChecked, dropped));
        }),
      ),
  };
}

function useServerWork(draft: Draft) {
  const work = useWork();
  const { problem, refuse, forget } = work;
  return {
    ...work,
    problem: problem && { ...problem, message: inWords(problem.message, draft.type) },
    field: fieldAt(problem?.field),
    async attempt(step: () => Promise<void>): Promise<void> {
      const unread = unreadInfo(draft);
      if (unread !== undefined) return refuse(unread);
      forget();
      await step().catch((error: unknown) => refuse(problemOf(error)));
    },
  };
}

interface ServerFormProblem {
  message: string;
  field: Field;
}

/** JSON is parsed here, as only that says where it is wrong. */
function unreadInfo(draft: Draft): ServerFormProblem | undefined {
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
): ServerFormProblem | undefined {
  if (!hasField(draft.type, field) || draft[field].trim() === '') return undefined;
  try {
    read(draft[field]);
    return undefined;
  } catch (error) {
    return { field, message: `${lead}${messageOf(error)}` };
  }
}

function doneWords({ type }: ServerSettings, isChecked: boolean, dropped: readonly string[]): string {
  if (type === 'none') return 'Feature file server removed';
  const names = dropped.map(name => (name === 'token' ? LABELS.token : LABELS.clientSecret)).join(' and ');
  const lost = names === '' ? '' : `. ${names} for the other host removed`;
  return `Feature file server saved${isChecked ? '' : ', not checked'}${lost}`;
}

/** As this browser remembers. */
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
