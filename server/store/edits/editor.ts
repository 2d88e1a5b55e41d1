import type { ProjectContent } from '../../../model/project/version-content.ts';
import type { IdeId } from '../../../model/protocol/channel/channel.ts';
import type { KeyedCall } from './kept-calls.ts';

/** Named in undo and conflicts. Tokens undo their own edits only. */
export interface Actor {
  id: string;
  name: string;
  ideId?: IdeId | undefined;
}

/** The result of an edit is kept with its `call`, which carries an idempotency key. */
export interface Editor extends Actor {
  call?: KeyedCall | undefined;
  check?: EditCheck | undefined;
}

export interface CheckedProject {
  content: ProjectContent;
  secret(key: string): string | undefined;
}

/** Refuses edits that the caller may not make. Errors: `forbidden`. */
export type EditCheck = (before: CheckedProject, after: CheckedProject) => void;

/** Git or an editor. Its changes are in the history, but nobody can undo them. */
export const OUTSIDE: Actor = { id: 'outside', name: 'someone outside Steploom' };
