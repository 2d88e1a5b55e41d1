import { useEffect, useRef, useState } from 'react';
import { isAppError } from '../../../../model/protocol/errors.ts';
import { ConnectionLost } from '../../../app/bridge-client.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { readTool } from '../../../app/session.ts';
import { type Loaded, snapshotOf } from '../../../app/state.ts';
import { changesOf, type Draft, draftOf, merged } from './draft.ts';
import { type Field, fieldsIn, inWords } from './fields.ts';
import { type ServerSettings, SettingsReply } from './reply.ts';

export interface ServerForm {
  saved: ServerSettings;
  draft: Draft;
  /** Fields that were changed elsewhere while they were changed here, and how they are there. */
  conflict?: { fields: readonly Field[]; theirs: Draft } | undefined;
}

/** Why something was not done, at the field where that is known. */
export interface Problem {
  message: string;
  field?: Field | undefined;
}

export function problemOf(error: unknown, { type }: Draft): Problem {
  if (error instanceof ConnectionLost) return { message: 'The connection to the service is lost.' };
  if (!isAppError(error)) throw error;
  const [named] = fieldsIn(error.detail.field ?? '');
  return {
    message: inWords(error.message, type),
    field: named ?? (error.detail.field === undefined ? undefined : fieldsIn(error.message)[0]),
  };
}

const filled = (saved: ServerSettings): ServerForm => ({ saved, draft: draftOf(saved) });

/** What is stored now, taken into a form that may have been changed. */
function taken(form: Loaded<ServerForm>, saved: ServerSettings): Loaded<ServerForm> {
  if (form.phase !== 'ready') return { phase: 'ready', value: filled(saved) };
  const theirs = draftOf(saved);
  const { draft, both } = merged(form.value.draft, draftOf(form.value.saved), theirs);
  const conflict = both.length === 0 ? form.value.conflict : { fields: both, theirs };
  return { phase: 'ready', value: { saved, draft, conflict } };
}

/** The settings as they are stored and as they are being filled in; read anew with every edit of the project. */
export function useFeatureServer() {
  const { session } = useIde();
  const [form, setForm] = useState<Loaded<ServerForm>>({ phase: 'loading' });
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
    readTool(session, SettingsReply, { name: 'getFeatureServer' }).then(
      ({ featureServer }) => mine === newest.current && setForm(old => taken(old, featureServer)),
      (error: unknown) => {
        const message = error instanceof Error ? error.message : String(error);
        if (mine === newest.current) setForm(old => (old.phase === 'ready' ? old : { phase: 'failed', message }));
      },
    );
  }, [session, cause, tries, isSaving]);

  /** Errors: those of the tool, `ConnectionLost`. */
  const save = async ({ draft, saved }: ServerForm) => {
    newest.current += 1;
    setSaving(true);
    try {
      const given = changesOf(draft, saved);
      const reply = await readTool(session, SettingsReply, { name: 'configureFeatureServer', given });
      setForm({ phase: 'ready', value: filled(reply.featureServer) });
      return reply;
    } finally {
      setSaving(false);
    }
  };
  const change = (changed: ServerForm) => setForm({ phase: 'ready', value: changed });
  return { form, isSaving, save, change, retry: () => setTries(tries + 1) };
}
