import { isAppError } from '../../model/errors/errors.ts';
import { ParseFault } from '../../model/feature/feature.ts';
import type { Session } from './session.ts';
import { type FeatureText, type IdeState, snapshotOf, type UnsavedText } from './state.ts';
import type { IdeStore } from './store.ts';
import { shownText, writtenText } from './text-form.ts';

const Faults = ParseFault.array().min(1);

interface FeatureTextParts {
  store: IdeStore;
  session: Pick<Session, 'call'>;
}

export const textKey = (state: IdeState, featureCode: string): string =>
  `${state.project?.projectId}/${snapshotOf(state)?.versionId ?? state.project?.versionId}/${featureCode}`;

export const textOf = (state: IdeState, featureCode: string): FeatureText | undefined =>
  state.texts[textKey(state, featureCode)];

export const isUnsaved = (state: IdeState, featureCode: string): boolean =>
  textOf(state, featureCode)?.mine !== undefined;

/** Somebody else changed the file since the person began to edit it. */
export const isOvertaken = ({ stored, mine }: FeatureText): boolean =>
  mine !== undefined && stored.phase === 'ready' && stored.value.revision !== mine.base;

export class FeatureTexts {
  readonly #parts: FeatureTextParts;

  constructor(parts: FeatureTextParts) {
    this.#parts = parts;
  }

  async read(featureCode: string): Promise<void> {
    const { store, session } = this.#parts;
    const key = textKey(store.getState(), featureCode);
    this.#change(key, text => text ?? { stored: { phase: 'loading' } });
    try {
      const { feature } = await session.call('getFeature', { feature: featureCode });
      this.#change(key, text => text && withStored(text, feature));
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#change(key, text => text && { ...text, stored: { phase: 'failed', message } });
    }
  }

  /** Keeps the text only where it is not saved. */
  close(key: string): void {
    this.#change(key, text => (text?.mine === undefined ? undefined : text));
  }

  edit(featureCode: string, written: string): void {
    this.#change(this.#key(featureCode), text => {
      if (text?.stored.phase !== 'ready') return text;
      const { stored, mine } = text;
      const base = mine?.base ?? stored.value.revision;
      const isBack = base === stored.value.revision && written === shownText(stored.value.text);
      return isBack ? { stored } : { ...text, mine: { text: written, base }, isRefused: false };
    });
  }

  /** Finds faults in the unsaved text; reports nothing while the service cannot be asked. */
  async check(featureCode: string): Promise<void> {
    const { store, session } = this.#parts;
    const key = this.#key(featureCode);
    const text = store.getState().texts[key]?.mine?.text;
    if (text === undefined || store.getState().connection.phase !== 'open') return;
    const reply = await session.call('validateFeature', { text }).catch(() => undefined);
    const faults = reply?.errors.length === 0 ? undefined : reply?.errors;
    this.#change(key, now => {
      if (reply === undefined || now?.mine?.text !== text) return now;
      return { ...now, faults };
    });
  }

  /** Errors: those of `editFeature`, except for faults of the text and conflicts, which are kept beside it. */
  async save(featureCode: string): Promise<void> {
    const { store, session } = this.#parts;
    const key = this.#key(featureCode);
    const text = store.getState().texts[key];
    if (text?.mine === undefined || text.stored.phase !== 'ready' || text.isSaving) return;
    const { mine, stored } = text;
    const written = writtenText(mine.text, stored.value.text);
    this.#change(key, now => now && { ...now, isSaving: true });
    try {
      const given = { feature: featureCode, text: written, ifRevision: mine.base };
      const { feature } = await session.call('editFeature', given);
      this.#change(key, now => now && saved(now, mine, { revision: feature.revision, text: written }));
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
    const old = this.#parts.store.getState().texts[key];
    this.#change(key, text => text && { stored: text.stored });
    return () => this.#change(key, text => (old?.mine ? { ...(text ?? old), mine: old.mine } : text));
  }

  /** The next save overwrites what somebody else wrote. */
  keepMine(featureCode: string): void {
    this.#change(this.#key(featureCode), text => {
      if (text?.mine === undefined || text.stored.phase !== 'ready') return text;
      return { ...text, mine: { ...text.mine, base: text.stored.value.revision } };
    });
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

interface StoredText {
  revision: string;
  text: string;
}

/** Where the stored text equals the draft, nothing is unsaved. */
function withStored(text: FeatureText, { revision, text: read }: StoredText): FeatureText {
  const stored = { phase: 'ready' as const, value: { revision, text: read } };
  return text.mine !== undefined && text.mine.text !== shownText(read) ? { ...text, stored } : { stored };
}

/** What was written during the save is not saved. */
function saved({ mine }: FeatureText, sent: UnsavedText, { revision, text }: StoredText): FeatureText {
  const stored = { phase: 'ready' as const, value: { revision, text } };
  if (mine === undefined || mine.text === sent.text) return { stored };
  return { stored, mine: { text: mine.text, base: revision } };
}
