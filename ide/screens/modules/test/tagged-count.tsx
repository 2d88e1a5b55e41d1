import { useMemo } from 'react';
import { isAppError } from '../../../../model/errors/errors.ts';
import { counted } from '../../../../model/names/counted.ts';
import { parseTagExpression, type TagFilter } from '../../../../model/values/tag-expression.ts';
import { useIdeState } from '../../../app/context.tsx';
import { snapshotOf } from '../../../app/state.ts';
import { tagSetsOf } from '../../../parts/tag-sets.ts';
import classes from './row.module.css';

export function TaggedCount({ tags }: { tags: string }) {
  const isTagged = useMemo(() => filterOf(tags), [tags]);
  const tests = useIdeState(
    state =>
      Object.values(snapshotOf(state)?.tests ?? {}).filter(
        test => test.type !== 'suite' && !test.skip && isTagged?.(test.tags ?? []),
      ).length,
  );
  const scenarios = useIdeState(({ features }) => {
    if (features.phase !== 'ready') return undefined;
    const all = features.value.flatMap(feature => feature.scenarios);
    return all.filter(scenario => isTagged !== undefined && tagSetsOf(scenario).some(isTagged)).length;
  });
  if (isTagged === undefined || scenarios === undefined) return null;
  const found = [
    ...(tests > 0 ? [counted(tests, 'test')] : []),
    ...(scenarios > 0 ? [counted(scenarios, 'scenario')] : []),
  ];
  const isEmpty = found.length === 0;
  return (
    <span className={`dim ${classes.words}`} data-empty={isEmpty || undefined}>
      {` · ${isEmpty ? 'nothing has these tags' : found.join(', ')}`}
    </span>
  );
}

/** Undefined for invalid tags, which the form reports. */
function filterOf(tags: string): TagFilter | undefined {
  try {
    return parseTagExpression(tags);
  } catch (error) {
    if (isAppError(error)) return undefined;
    throw error;
  }
}
