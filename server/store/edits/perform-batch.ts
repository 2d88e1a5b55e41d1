import type { DamagedFile } from './damaged-file.ts';
import type { KeyedCall } from './keyed-call.ts';
import type { DraftedEdit, EditBase } from './perform-edit.ts';
import type { ProjectState } from './project-state.ts';
import type { SecretsFile } from './secrets-file.ts';

/** An edit that waits to be performed. */
export interface PendingEdit {
  alone: boolean;
  /** The call it belongs to, when its result is to be kept with it. */
  call: KeyedCall | undefined;
  perform(base: EditBase): AcceptedEdit;
  reject(error: unknown): void;
}

export interface AcceptedEdit extends DraftedEdit<unknown> {
  pending: PendingEdit;
  /** Called once the edit is on disk. */
  publish(): void;
}

/** Edits that were performed one on top of the other, and what they came to together. */
export interface Batch {
  state: ProjectState;
  accepted: readonly AcceptedEdit[];
  refused: readonly { pending: PendingEdit; error: unknown }[];
}

/** Performs edits in their order; each sees those before it, and one that fails leaves nothing behind. */
export function performBatch(waiting: readonly PendingEdit[], start: ProjectState, stored: SecretsFile): Batch {
  let state = start;
  const accepted: AcceptedEdit[] = [];
  const refused: { pending: PendingEdit; error: unknown }[] = [];
  const secrets = new Map<string, string | undefined>();
  const secret = (key: string) => (secrets.has(key) ? secrets.get(key) : stored.get(key));
  for (const pending of waiting) {
    try {
      const edit = pending.perform({ state, secret });
      state = edit.state;
      for (const [key, value] of edit.secrets.after) secrets.set(key, value);
      accepted.push(edit);
    } catch (error) {
      refused.push({ pending, error });
    }
  }
  return { state, accepted, refused };
}

/** The files that an edit changes. */
export const pathsOf = ({ touched }: DraftedEdit<unknown>): string[] => touched.map(touch => touch.path);

/** The damaged file that keeps an edit from being written: one it changes, or one in a version that would leave. */
export function damageMet(
  { touched }: DraftedEdit<unknown>,
  damaged: ReadonlyMap<string, DamagedFile>,
): DamagedFile | undefined {
  if (damaged.size === 0) return undefined;
  for (const { path, before, after } of touched) {
    const own = damaged.get(path);
    if (own !== undefined) return own;
    if (before?.kind !== 'version' || after !== undefined) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const within = [...damaged.values()].find(damage => damage.path.startsWith(folder));
    if (within !== undefined) return within;
  }
  return undefined;
}
