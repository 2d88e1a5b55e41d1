import type { ReplyOf } from '../../../app/tool-replies.ts';

export type ImportReply = ReplyOf<'importFeatures'>;

const KINDS = ['new', 'changed', 'same', 'gone', 'failed'] as const;
type PlanKind = (typeof KINDS)[number];

export interface PlanItem {
  key: string;
  kind: PlanKind;
  file: string;
  name: string;
  note: string;
  /** A unified diff. */
  diff?: string | undefined;
}

const scenarios = (count: number): string => (count === 1 ? '1 scenario' : `${count} scenarios`);

/** E.g. `+1 step −0`. */
function difference({ added, removed }: { added: number; removed: number }): string {
  if (added === 0 && removed === 0) return 'same steps';
  return `+${added} ${added === 1 ? 'step' : 'steps'} −${removed}`;
}

/** What matters most comes first. */
export function planItems({ added, changed, removed, same, failed }: ImportReply): PlanItem[] {
  const items = (kind: PlanKind, list: ImportReply['added']) =>
    list.map(({ featureCode, file, name, scenarios: count, was, steps, diff }): PlanItem => {
      const words = [
        scenarios(count),
        ...(steps ? [difference(steps)] : []),
        ...(was === undefined ? [] : [`was ${was}`]),
      ];
      return {
        key: kind === 'gone' ? (featureCode ?? file) : file,
        kind,
        file,
        name: name || file,
        note: words.join(' · '),
        diff,
      };
    });
  const broken = failed.map(({ file, line, message }): PlanItem => {
    const note = line === undefined ? message : `Line ${line}: ${message}`;
    return { key: file, kind: 'failed', file, name: file, note };
  });
  return [
    ...broken,
    ...items('new', added),
    ...items('changed', changed),
    ...items('gone', removed),
    ...items('same', same),
  ];
}

export const isChoosable = ({ kind }: PlanItem): boolean => kind === 'new' || kind === 'changed' || kind === 'gone';

/** E.g. `new 2 · changed 1`. */
export const countsText = (items: readonly PlanItem[]): string =>
  KINDS.map(kind => ({ kind, count: items.filter(item => item.kind === kind).length }))
    .filter(({ kind, count }) => count > 0 || kind !== 'failed')
    .map(({ kind, count }) => `${kind} ${count}`)
    .join(' · ');
