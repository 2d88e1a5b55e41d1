/** The people and programs that edit, and the check of their edits. */
import type { ProjectContent } from '../../../model/project/version-content.ts';
import type { IdeId } from '../../../model/protocol/channel/channel.ts';
import type { KeyedCall } from './kept-calls.ts';

/** Shown in undo and conflicts. Tokens undo their own edits only. */
export interface Actor {
  id: string;
  name: string;
  /** The page of the IDE that it used, if any. */
  ideId?: IdeId | undefined;
}

/** Edits are kept with the call when it carries an idempotency key. */
export interface Editor extends Actor {
  call?: KeyedCall | undefined;
  check?: EditCheck | undefined;
}

/** A project before or after an edit. */
export interface CheckedProject {
  content: ProjectContent;
  secret(key: string): string | undefined;
}

/** Refuses edits that are not the caller's to make, whatever tool they come from. Errors: `forbidden`. */
export type EditCheck = (before: CheckedProject, after: CheckedProject) => void;

/** Whoever changed the files with git or an editor. Such a change is part of the history, but nobody's to undo. */
export const OUTSIDE: Actor = { id: 'outside', name: 'someone outside Steploom' };
