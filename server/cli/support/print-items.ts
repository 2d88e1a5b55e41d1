import type { VersionContent } from '../../../model/project/version-content.ts';
import type { PlannedItem } from '../../../model/protocol/bridge.ts';
import { singleLine, terminalJson } from '../../runs/messages/plain-text.ts';
import { plannedKey, plannedTitle } from '../../runs/plan/item-names.ts';
import type { ItemHistory } from '../../runs/record/item-histories.ts';
import type { Cli } from './cli.ts';

export interface ListedItem {
  /** For example `t5`, `t5.r0`, `f1.s2`. */
  code: string;
  title: string;
  tags: readonly string[];
  state?: 'skipped' | 'notImplemented' | undefined;
  ms?: number | undefined;
  history?: ItemHistory | undefined;
  /** For people: JSON leaves it out. */
  note?: string | undefined;
}

export const itemsShown = (content: VersionContent, items: readonly PlannedItem[]): ListedItem[] =>
  items.map(item => ({
    code: plannedKey(item),
    title: plannedTitle(content, item),
    tags: item.scenario?.tags ?? item.test.tags ?? [],
    ...stateOf(item),
  }));

function stateOf({ scenario, isSkipped }: PlannedItem): Pick<ListedItem, 'state'> {
  if (scenario?.steps.some(({ plug }) => plug === undefined)) return { state: 'notImplemented' };
  return isSkipped ? { state: 'skipped' } : {};
}

const STATE_WORDS = { skipped: '(skipped)', notImplemented: '(not implemented)' } as const;

export function printItems(cli: Pick<Cli, 'print'>, items: readonly ListedItem[], { json }: { json?: boolean }): void {
  if (json === true) {
    cli.print(terminalJson(items.map(({ note: _note, ...item }) => item)));
    return;
  }
  const width = Math.max(0, ...items.map(({ code }) => code.length));
  const times = items.map(({ ms }) => (ms === undefined ? '' : inSeconds(ms)));
  const timeWidth = Math.max(0, ...times.map(time => time.length));
  for (const [index, { code, title, tags, state, note }] of items.entries()) {
    const time = timeWidth === 0 ? [] : [(times[index] ?? '').padStart(timeWidth)];
    const more = [
      ...tags,
      ...(state === undefined ? [] : [STATE_WORDS[state]]),
      ...(note === undefined ? [] : [`(${note})`]),
    ];
    cli.print([code.padEnd(width), ...time, singleLine(title), ...more].join('  ').trimEnd());
  }
}

const inSeconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
