import { ACTION_KINDS, type Action } from '../../model/actions/index.ts';
import type { ConsoleEntry } from '../../model/protocol/app-window.ts';
import type { ActionFailure, AnsweredDialog } from '../../model/run/run.ts';
import type { AppSession } from '../browser/app-session.ts';

const MOST_SHOWN = 5;

/** What pages tell by themselves while the actions of an item run. */
export class PageWatch {
  readonly #session: AppSession;
  #dialogs: number;
  /** How many requests had failed when the action before began, and when the present one did. */
  #requestsBefore: number;
  #requests: number;

  constructor(session: AppSession) {
    this.#session = session;
    this.#dialogs = session.dialogs.count;
    this.#requests = session.network.failures.count;
    this.#requestsBefore = this.#requests;
  }

  /** What does nothing to the page keeps no action from being the one before. */
  actionBegins({ type }: Pick<Action, 'type'>): void {
    if (ACTION_KINDS[type].isQuiet) return;
    this.#requestsBefore = this.#requests;
    this.#requests = this.#session.network.failures.count;
  }

  /** Dialogs that came since the last time this was asked, for the result of the action under way. */
  newDialogs(): { dialogs?: AnsweredDialog[] } {
    const { dialogs } = this.#session;
    const found = dialogs.since(this.#dialogs);
    this.#dialogs = dialogs.count;
    return found.length === 0 ? {} : { dialogs: [...found] };
  }

  /**
   * The last errors in the console, and the last failed requests. What an action waits for in vain was often asked for
   * by the one before it, so that one's requests count too.
   */
  troubles(): Pick<ActionFailure, 'consoleErrors' | 'failedRequests'> {
    const { console, network } = this.#session;
    const errors = console.entries.filter(({ level }) => level === 'error').slice(-MOST_SHOWN);
    const requests = network.failures.since(this.#requestsBefore).slice(-MOST_SHOWN);
    return {
      ...(errors.length === 0 ? {} : { consoleErrors: errors.map(inOneText) }),
      ...(requests.length === 0 ? {} : { failedRequests: requests }),
    };
  }
}

const inOneText = ({ text, url, line }: ConsoleEntry): string =>
  `${text}${url ? ` (${url}${line ? `:${line}` : ''})` : ''}`;
