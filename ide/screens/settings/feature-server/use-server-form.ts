import { useMemo } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { draftKey } from '../../../app/drafts.ts';
import { type Problem, useCall } from '../../../app/queries.ts';
import { LABELS, type ServerType } from '../../../parts/feature-server/field-labels.ts';
import { inWords } from '../../../parts/feature-server/in-words.ts';
import { useSettingsForm } from '../parts/use-settings-form.ts';
import { changesOf, Draft, draftOf, withoutSecrets } from './draft.ts';
import type { ServerSettings, TryReply } from './reply.ts';

export interface ServerFormProps {
  projectId: string;
  saved: ServerSettings;
  take(saved: ServerSettings): void;
}

/** Half a minute that the service allows a check, and a margin. */
const CHECK_MS = 60_000;

export function useServerForm({ projectId, saved, take }: ServerFormProps) {
  const { session, editing } = useIde();
  const { call: check, start, cancel, forget } = useCall<TryReply>({ timeoutMs: CHECK_MS });
  const { keepChecked } = useChecked();
  const tried = check.phase === 'done' ? check.reply : undefined;
  const { draft, work, set, save } = useSettingsForm({
    key: draftKey(projectId, 'integrations', 'feature-server'),
    schema: Draft,
    saved: draftOf(saved),
    withoutSecrets,
    isByField: true,
    async send(value) {
      const { featureServer, dropped = [] } = await editing.change('configureFeatureServer', changesOf(value, saved));
      take(featureServer);
      if (tried?.ok === true) keepChecked(featureServer);
      return { stored: draftOf(featureServer), done: doneWords(featureServer, tried?.ok === true, dropped) };
    },
  });
  const { value, isChanged } = draft;
  const problem = useInWords(work.problem ?? (check.phase === 'failed' ? check.problem : undefined), value.type);
  /** Earlier results do not hold for changed settings. */
  const afresh = (change: () => void) => () => {
    work.forget();
    forget();
    change();
  };
  const tryIt = afresh(() =>
    start(async options => {
      const reply = await session.call('tryFeatureServer', changesOf(value, saved), options);
      if (reply.ok && !isChanged) keepChecked(saved);
      return reply;
    }),
  );
  const edit = (changes: Partial<Draft>) => afresh(() => set(changes))();
  const fresh = { takeTheirs: afresh(draft.takeTheirs), discard: afresh(draft.discard) };
  return { form: { draft: { ...draft, ...fresh }, work: { ...work, problem }, save }, check, tryIt, cancel, edit };
}

/** The same object as long as the problem is the same. */
const useInWords = (problem: Problem | undefined, type: ServerType) =>
  useMemo(() => problem && { ...problem, message: inWords(problem.message, type) }, [problem, type]);

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
