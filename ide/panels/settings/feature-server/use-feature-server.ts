import { useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../../model/errors/errors.ts';
import { ConnectionLost } from '../../../app/bridge-client.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { setServerDraft } from '../../../app/server-drafts.ts';
import { type Loaded, snapshotOf } from '../../../app/state.ts';
import type { UnsavedServer } from '../../../app/unsaved-servers.ts';
import { changedIn, changesOf, type Draft, draftOf, unsavedOf, withFields, withUnsaved } from './draft.ts';
import { type Field, fieldAt, inWords } from './fields.ts';
import type { ServerSettings } from './reply.ts';

export interface ServerForm {
  saved: ServerSettings;
  draft: Draft;
  /** Fields that were changed elsewhere while they were changed here. */
  both: readonly Field[];
  /** Fields whose new secret went with a reload of the page. */
  lost: readonly string[];
}

/** Why something was not done, at the field where that is known. */
export interface Problem {
  message: string;
  field?: Field | undefined;
}

export function problemOf(error: unknown, { type }: Draft): Problem {
  if (error instanceof ConnectionLost) return { message: 'The connection to the service is lost.' };
  if (!isAppError(error)) throw error;
  return { message: inWords(error.message, type), field: fieldAt(error.detail.field) };
}

/** The settings as they are stored, read again with every edit of the project, and as they are being filled in. */
export function useFeatureServer(projectId: string) {
  const { session } = useIde();
  const { unsaved, keepSince, ...drafts } = useUnsaved(projectId);
  const [stored, setStored] = useState<Loaded<ServerSettings>>({ phase: 'loading' });
  const [tries, setTries] = useState(0);
  const [isSaving, setSaving] = useState(false);
  /** Only the newest answer counts, and none that is older than what was saved. */
  const newest = useRef(0);
  const cause = useIdeState(state => {
    const snapshot = state.connection.phase === 'open' ? snapshotOf(state) : undefined;
    return snapshot && `${snapshot.project.projectId} ${snapshot.sequence}`;
  });

  useEffect(() => {
    if (cause === undefined || isSaving || tries < 0) return;
    newest.current += 1;
    const mine = newest.current;
    session.call('getFeatureServer', {}).then(
      ({ featureServer }) => mine === newest.current && setStored({ phase: 'ready', value: featureServer }),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (mine === newest.current) setStored(old => (old.phase === 'ready' ? old : { phase: 'failed', message }));
      },
    );
  }, [session, cause, tries, isSaving]);

  /** Errors: those of the tool, `ConnectionLost`. */
  const save = async ({ draft, saved }: ServerForm) => {
    newest.current += 1;
    setSaving(true);
    try {
      const given = changesOf(draft, saved);
      const reply = await session.call('configureFeatureServer', given);
      keepSince(draft, { saved, nowSaved: reply.featureServer });
      setStored({ phase: 'ready', value: reply.featureServer });
      return reply;
    } finally {
      setSaving(false);
    }
  };
  return { form: formOf(stored, unsaved), isSaving, save, ...drafts, retry: () => setTries(tries + 1) };
}

/** What is not saved, as the store keeps it. */
function useUnsaved(projectId: string) {
  const { store } = useIde();
  const unsaved = useIdeState(state => state.serverDrafts[projectId]);
  const set = (value: UnsavedServer | undefined) => setServerDraft(store, projectId, value);
  return {
    unsaved,
    change: (draft: Draft, { saved }: ServerForm) => set(unsavedOf(draft, draftOf(saved), unsaved)),
    /** What was changed elsewhere is known by now. */
    settle: (draft: Draft, { saved }: ServerForm) => set(unsavedOf(draft, draftOf(saved))),
    discard: () => set(undefined),
    /** What was typed while the draft was being saved. */
    keepSince(sent: Draft, { saved, nowSaved }: Record<'saved' | 'nowSaved', ServerSettings>) {
      const { draft } = withUnsaved(draftOf(saved), store.getState().serverDrafts[projectId]);
      const base = draftOf(nowSaved);
      set(unsavedOf(withFields(base, changedIn(draft, sent), draft), base));
    },
  };
}

function formOf(stored: Loaded<ServerSettings>, unsaved: UnsavedServer | undefined): Loaded<ServerForm> {
  if (stored.phase !== 'ready') return stored;
  const saved = stored.value;
  return { phase: 'ready', value: { saved, lost: unsaved?.lost ?? [], ...withUnsaved(draftOf(saved), unsaved) } };
}
