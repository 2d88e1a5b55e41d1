import { ACTION_KINDS, type Action } from '../../model/actions/index.ts';
import type { ConsoleEntry } from '../../model/protocol/app-window.ts';
import type { ActionFailure, ActionResult, AnsweredDialog } from '../../model/run/run.ts';
import type { AppSession } from '../browser/app-session.ts';
import type { NotedDialog } from '../browser/open-dialogs.ts';

const MOST_SHOWN = 5;

/** What pages tell by themselves while the actions of an item run. */
export class PageWatch {
  readonly #session: AppSession;
  #dialogs: number;
  #refused: { dialog: AnsweredDialog; opener: string } | undefined;
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
  newDialogs({ actionIndex, title }: Pick<ActionResult, 'actionIndex' | 'title'>): { dialogs?: AnsweredDialog[] } {
    const { dialogs } = this.#session;
    const found = dialogs.since(this.#dialogs);
    const refused = found.findLast(isRefused);
    if (refused !== undefined) this.#refused = { dialog: refused.told, opener: `Action ${actionIndex} (${title})` };
    this.#dialogs = dialogs.count;
    return found.length === 0 ? {} : { dialogs: found.map(({ told }) => told) };
  }

  /** Those that came up to now belong to no action. */
  dropDialogs(): void {
    this.#dialogs = this.#session.dialogs.count;
  }

  /** A sentence about the last question of a page that was answered with no because no action answered it. */
  refusal(): string | undefined {
    const own = this.#session.dialogs.since(this.#dialogs).findLast(isRefused);
    const refused = own === undefined ? this.#refused : { dialog: own.told, opener: 'this action' };
    if (refused === undefined) return undefined;
    const { dialog, opener } = refused;
    return `The ${dialog.type} “${dialog.message}” of ${opener} was dismissed: no dialog action stood before it.`;
  }

  /**
   * The last errors in the console, and the last failed requests. What an action waits for in vain was often asked for
   * by the one before it, so that one's requests count too.
   */
  troubles(): Pick<ActionFailure, 'consoleErrors' | 'failedRequests'> {
    const { console, network } = this.#session;
    const errors = console.entries.filter(isTelling).slice(-MOST_SHOWN);
    const requests = network.failures.since(this.#requestsBefore).slice(-MOST_SHOWN);
    return {
      ...(errors.length === 0 ? {} : { consoleErrors: errors.map(inOneText) }),
      ...(requests.length === 0 ? {} : { failedRequests: requests }),
    };
  }
}

/** Of an alert there is but one answer, and a page that is left was left. */
const isRefused = ({ told, isPlanned }: NotedDialog): boolean =>
  !isPlanned && told.answer === 'dismissed' && (told.type === 'confirm' || told.type === 'prompt');

/** Browsers ask for an icon by themselves: that there is none says nothing about the page. */
const isTelling = ({ level, url = '' }: ConsoleEntry): boolean =>
  level === 'error' && !/^https?:\/\/[^/]+\/favicon\.ico(\?|$)/.test(url);

const inOneText = ({ text, url, line }: ConsoleEntry): string =>
  `${text}${url ? ` (${url}${line ? `:${line}` : ''})` : ''}`;
