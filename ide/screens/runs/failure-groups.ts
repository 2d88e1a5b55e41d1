import { isBad } from '../../app/result-filter.ts';
import { firstBad, type RunNode } from './run-nodes.ts';

export interface FailureGroup {
  key: string;
  /** Of the first failure. */
  message: string;
  /** `at`: the key of the node that failed. */
  failures: { key: string; title: string; at: string }[];
}

/** Largest first; none where no two failures have the same cause. */
export function failureGroups(nodes: readonly RunNode[]): FailureGroup[] {
  const groups = new Map<string, FailureGroup>();
  for (const node of nodes) {
    const failed = isBad(node) ? (firstBad(node.children) ?? node) : undefined;
    const error = failed?.error ?? node.error;
    if (failed === undefined || error === undefined) continue;
    const key = error.errorHash ?? error.message;
    const failure = { key: node.key, title: titleOf(node), at: failed.key };
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { key, message: error.message, failures: [failure] });
    else known.failures.push(failure);
  }
  const all = [...groups.values()].toSorted((one, other) => other.failures.length - one.failures.length);
  return (all[0]?.failures.length ?? 0) > 1 ? all : [];
}

const titleOf = ({ lead, title, note }: RunNode): string =>
  `${[lead, title].filter(word => word !== undefined).join(' › ')}${note === undefined ? '' : ` (${note})`}`;
