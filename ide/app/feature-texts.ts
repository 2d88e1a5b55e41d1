/** Texts of features: what is stored, read again whenever it changes, and what a person wrote, kept as other drafts are. */

import { z } from 'zod';
import { isAppError } from '../../model/errors/errors.ts';
import { ParseFault } from '../../model/feature/feature.ts';
import { messageOf } from './bridge-client.ts';
import { draftNow, dropDraft, keepDraft } from './drafts.ts';
import type { Editing } from './editing.ts';
import type { Session } from './session.ts';
import { type FeatureText, type IdeState, snapshotOf } from './state.ts';
import type { IdeStore } from './store.ts';
import { shownText, writtenText } from './text-form.ts';

const Faults = ParseFault.array().min(1);

interface FeatureTextParts {
  store: IdeStore;
  session: Pick<Session, 'call'>;
  editing: Pick<Editing, 'change'>;
}

/** As the file has it. */
const StoredText = z.object({ revision: z.string(), text: z.string() });
type StoredText = z.infer<typeof StoredText>;

/** `text`: as the editor shows it. `base`: what was stored when it was begun. */
const UnsavedText = z.object({ text: z.string(), base: StoredText });
export type UnsavedText = z.infer<typeof UnsavedText>;

export const parseUnsaved = (mine: unknown): UnsavedText | undefined => UnsavedText.safeParse(mine).data;

export const TEXT_DRAFTS = 'text/';

export const textKey = (state: IdeState, featureCode: string): string =>
  `${TEXT_DRAFTS}${state.project?.projectId}/${snapshotOf(state)?.versionId ?? state.project?.versionId}/${featureCode}`;

export const isUnsaved = (state: IdeState, featureCode: string): boolean =>
  draftNow(textKey(state, featureCode)) !== undefined;

const LOADING: FeatureText = { stored: { phase: 'loading' } };

export class FeatureTexts {
  readonly #parts: FeatureTextParts;

  constructor(parts: FeatureTextParts) {
    this.#parts = parts;
  }

  async read(featureCode: string): Promise<void> {
    const { session } = this.#parts;
    const key = this.#key(featureCode);
    this.#change(key, (text = LOADING) => text);
    try {
      const { feature } = await session.call('getFeature', { feature: featureCode });
      // Where the stored text equals the draft, nothing is unsaved.
      if (parseUnsaved(draftNow(key))?.text === shownText(feature.text)) dropDraft(key);
      this.#change(key, text => text && withStored(text, feature, draftNow(key) !== undefined));
    } catch (error) {
      const message = messageOf(error);
      this.#change(key, text => text && { ...text, stored: { phase: 'failed', message } });
    }
  }

  /** Forgets what is stored. */
  close(key: string): void {
    this.#change(key, text => (text?.isSaving ? text : undefined));
  }

  edit(featureCode: string, written: string): void {
    const key = this.#key(featureCode);
    const stored = this.#stored(key);
    const base = parseUnsaved(draftNow(key))?.base ?? stored;
    if (base === undefined) return;
    const isBack = base.revision === stored?.revision && written === shownText(stored.text);
    if (isBack) dropDraft(key);
    else keepDraft(key, { text: written, base } satisfies UnsavedText);
    this.#change(key, text => text && (isBack ? { stored: text.stored } : { ...text, isRefused: false }));
  }

  /** Finds faults in the unsaved text; reports nothing while the service cannot be asked. */
  async check(featureCode: string): Promise<void> {
    const { store, session } = this.#parts;
    const key = this.#key(featureCode);
    const text = parseUnsaved(draftNow(key))?.text;
    if (text === undefined || store.getState().connection.phase !== 'open') return;
    const reply = await session.call('validateFeature', { text }).catch(() => undefined);
    if (reply === undefined || parseUnsaved(draftNow(key))?.text !== text) return;
    const faults = reply.errors.length === 0 ? undefined : reply.errors;
    this.#change(key, now => now && { ...now, faults });
  }

  /** Errors: those of `editFeature`, except for faults of the text and conflicts, which are kept beside it. */
  async save(featureCode: string): Promise<void> {
    const { store, editing } = this.#parts;
    const key = this.#key(featureCode);
    const mine = parseUnsaved(draftNow(key));
    if (mine === undefined || store.getState().texts[key]?.isSaving) return;
    const written = writtenText(mine.text, mine.base.text);
    this.#change(key, (now = LOADING) => ({ ...now, isSaving: true }));
    try {
      const given = { feature: featureCode, text: written, ifRevision: mine.base.revision };
      const { feature } = await editing.change('editFeature', given);
      this.#saved(key, mine, { revision: feature.revision, text: written });
    } catch (error) {
      const faults = isAppError(error, 'invalid-params')
        ? Faults.safeParse(error.detail.facts?.errors).data
        : undefined;
      this.#change(key, now => now && { ...now, faults, isRefused: faults !== undefined, isSaving: false });
      if (isAppError(error, 'conflict')) await this.read(featureCode);
      else if (faults === undefined) throw error;
    }
  }

  /** Returns what brings the discarded text back. */
  discard(featureCode: string): () => void {
    const key = this.#key(featureCode);
    const mine = draftNow(key);
    dropDraft(key);
    this.#change(key, text => text && { stored: text.stored });
    return () => keepDraft(key, mine);
  }

  /** The next save overwrites what somebody else wrote. */
  keepMine(featureCode: string): void {
    const key = this.#key(featureCode);
    const mine = parseUnsaved(draftNow(key));
    const base = this.#stored(key);
    if (mine !== undefined && base !== undefined) keepDraft(key, { ...mine, base });
  }

  /** What was written during the save is not saved. */
  #saved(key: string, sent: UnsavedText, stored: StoredText): void {
    const mine = parseUnsaved(draftNow(key));
    if (mine === undefined || mine.text === sent.text) dropDraft(key);
    else keepDraft(key, { text: mine.text, base: stored });
    this.#change(key, () => ({ stored: { phase: 'ready', value: stored } }));
  }

  #stored(key: string): StoredText | undefined {
    const stored = this.#parts.store.getState().texts[key]?.stored;
    return stored?.phase === 'ready' ? stored.value : undefined;
  }

  #key(featureCode: string): string {
    return textKey(this.#parts.store.getState(), featureCode);
  }

  #change(key: string, change: (text: FeatureText | undefined) => FeatureText | undefined): void {
    this.#parts.store.update(state => {
      const { [key]: old, ...others } = state.texts;
      const next = change(old);
      if (next === old) return state;
      return { ...state, texts: next === undefined ? others : { ...others, [key]: next } };
    });
  }
}

function withStored(text: FeatureText, { revision, text: read }: StoredText, isWritten: boolean): FeatureText {
  const stored = { phase: 'ready' as const, value: { revision, text: read } };
  return isWritten ? { ...text, stored } : { stored };
}
