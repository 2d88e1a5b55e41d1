import { MessageIcon } from '../../../ui/icons.ts';
import type { ShownAction } from '../run-reply.ts';

type Dialogs = ShownAction['dialogs'];

/** What the page asked during an action, as people see it in the browser: no picture has it. */
export const AnsweredDialogs = ({ dialogs = [] }: { dialogs: Dialogs }) =>
  dialogs.length === 0 ? null : (
    <ul className="stack gap-xs plain-list normal-size" aria-label="Dialogs of this action">
      {dialogs.map(({ type, message, answer = 'left open' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page may say the same twice, and nothing is added.
        <li key={index} className="row gap-sm">
          <MessageIcon size={14} aria-hidden className="fixed-size" />
          <span className="break-words">
            The page opened the {type} dialog “<bdi>{message}</bdi>”, which was {answer}.
          </span>
        </li>
      ))}
    </ul>
  );
