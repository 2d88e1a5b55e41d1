import type { ConsoleEntry } from '../../../model/protocol/app-window.ts';
import type { Clue } from '../../../model/run/clues.ts';
import { requestEnd } from '../../../model/run/failed-request.ts';
import type { AnsweredDialog } from '../../../model/run/run.ts';
import type { BadRequest } from '../../browser/logs/network-activity.ts';
import { shortened, shownAddress } from '../../browser/logs/shown-text.ts';
import type { News } from '../../page/engine/seen-news.ts';

const MOST_QUOTED = 200;

interface WatchedFacts {
  news: readonly News[];
  dialog: { shown: AnsweredDialog; isRefused: boolean } | undefined;
  redirection: { asked: string; came: string } | undefined;
  /** Since the present document was asked for. */
  requests: readonly BadRequest[];
  uncaught: readonly ConsoleEntry[];
  /** Those since the previous action. */
  fresh: readonly ConsoleEntry[];
  isOwn: (url: string | undefined) => boolean;
}

/** What was noted while the test ran, as clues. */
export function watchClues({ news, dialog, redirection, requests, uncaught, fresh, isOwn }: WatchedFacts): Clue[] {
  const [said] = news;
  const lost = requests.filter(({ failed, type }) => fileOf(type) !== undefined && isOwn(failed.url));
  const missing = lost.find(({ type }) => type === 'script') ?? lost[0];
  const thrown = fresh.findLast(({ url }) => isOwn(url)) ?? worst(uncaught.filter(({ url }) => isOwn(url)));
  const found: (Clue | undefined)[] = [
    said && { kind: 'page-said', as: said.kind, text: shortened(said.text, MOST_QUOTED) },
    dialog && {
      kind: 'dialog-said',
      dialog: dialog.shown.type,
      text: shortened(dialog.shown.message, MOST_QUOTED),
      isRefused: dialog.isRefused,
    },
    redirection && { kind: 'redirected', ...redirection, hasPassword: false },
    missing && notLoaded(missing),
    thrown && {
      kind: 'page-error',
      text: shortened(thrown.text, MOST_QUOTED),
      isAtLoad: !fresh.includes(thrown) && !isUnreadable(thrown),
    },
  ];
  return found.filter(clue => clue !== undefined);
}

/** Nothing of a script that cannot be read has run. */
const isUnreadable = ({ text }: ConsoleEntry): boolean => text.startsWith('SyntaxError:');

const worst = (uncaught: readonly ConsoleEntry[]): ConsoleEntry | undefined =>
  uncaught.find(isUnreadable) ?? uncaught.at(-1);

const fileOf = (type: string): 'script' | 'stylesheet' | undefined =>
  type === 'script' || type === 'stylesheet' ? type : undefined;

/** The browser's word for what the page's own Content-Security-Policy forbids. */
const FORBIDDEN = 'csp';

function notLoaded({ failed, type }: BadRequest): Clue | undefined {
  const file = fileOf(type);
  if (file === undefined) return undefined;
  const why =
    failed.reason === FORBIDDEN ? 'was blocked by the Content-Security-Policy of the page' : requestEnd(failed);
  return { kind: 'not-loaded', file, url: shownAddress(failed.url), why };
}
