import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { VersionId } from '../../../model/names/codes.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { useRead } from '../../app/queries.ts';
import type { Session } from '../../app/session.ts';
import { snapshotOf } from '../../app/state.ts';
import type { ReplyOf } from '../../app/tool-replies.ts';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { DifferenceTable } from './difference-table.tsx';
import classes from './versions.module.css';

type VersionComparison = ReplyOf<'compareVersions'>;
type ListedVersion = ReplyOf<'getVersions'>['versions'][number];

/** The earlier version first, whichever is shown; undefined until both are known. */
function orderOf(
  versions: readonly ListedVersion[],
  shown: string,
  other: string,
): [ListedVersion, ListedVersion] | undefined {
  const one = versions.find(({ versionId }) => versionId === shown);
  const two = versions.find(({ versionId }) => versionId === other);
  if (one === undefined || two === undefined) return undefined;
  // A copy comes after its original; versions are listed in the order in which they were made.
  if (one.madeFrom === two.versionId) return [two, one];
  if (two.madeFrom === one.versionId) return [one, two];
  return versions.indexOf(one) < versions.indexOf(two) ? [one, two] : [two, one];
}

const MOST = 200;

/** Read again when the project is edited; undefined until both versions are known. */
function useComparison(shown: string, other: string | undefined) {
  const sequence = useIdeState(state => snapshotOf(state)?.sequence);
  const compare = async (session: Session) => {
    const { versions } = await session.call('getVersions', { limit: 1_000 });
    const order = orderOf(versions, shown, other ?? '');
    if (order === undefined) return undefined;
    const [from, to] = order;
    const given = { from: from.versionId, to: to.versionId, limit: MOST };
    return { order, comparison: await session.call('compareVersions', given) };
  };
  return useRead(compare, [shown, other, sequence], { isWanted: other !== undefined });
}

export function CompareVersions({ place }: { place: ProjectPlace }) {
  const { navigation } = useIde();
  const snapshot = useIdeState(snapshotOf);
  const { versions = [], versionId = '', project } = snapshot ?? {};
  const others = versions.filter(one => one.versionId !== versionId);
  const usual = others.find(one => one.versionId === project?.defaultVersion) ?? others[0];
  const other = others.find(one => one.versionId === place.with) ?? usual;
  const { reply, again } = useComparison(versionId, other?.versionId);
  const compared = reply.phase === 'ready' ? reply.value : undefined;
  if (other === undefined)
    return <Hint title="There is only this version">Create another one to compare it with.</Hint>;
  const choose = (id: string) =>
    navigation.go({ ...place, dialog: 'compare-versions', with: VersionId.parse(id) }, { replace: true });
  const shown = versions.find(one => one.versionId === versionId)?.name ?? '';
  return (
    <>
      <div className={classes.bar}>
        <NativeSelect
          label={`Compare “${shown}” with`}
          value={other.versionId}
          data={others.map(one => ({ value: one.versionId, label: one.name }))}
          onChange={event => choose(event.currentTarget.value)}
          data-autofocus
        />
        {compared !== undefined && <Counts counts={compared.comparison.counts} />}
      </div>
      {reply.phase === 'loading' && <SkeletonRows count={5} label="Comparing the versions" />}
      {reply.phase === 'failed' && (
        <Failure title="The versions cannot be compared" message={reply.message} onRetry={again} />
      )}
      {compared !== undefined && <Differences {...compared} />}
    </>
  );
}

const STATES = ['added', 'changed', 'moved', 'removed'] as const;

function Counts({ counts }: { counts: VersionComparison['counts'] }): ReactNode {
  const counted = STATES.filter(state => counts[state] > 0).map(state => `${counts[state]} ${state}`);
  return (
    <span className={classes.counts} role="status">
      {counted.length === 0 ? 'No differences' : counted.join(' · ')}
    </span>
  );
}

interface DifferencesProps {
  comparison: VersionComparison;
  order: [ListedVersion, ListedVersion];
}

function Differences({ comparison, order: [from, to] }: DifferencesProps) {
  const { differences, total } = comparison;
  if (differences.length === 0)
    return (
      <Hint title="No differences">
        <span dir="auto">
          “{from.name}” and “{to.name}” hold the same modules, tests and environments.
        </span>
      </Hint>
    );
  return (
    <>
      <DifferenceTable differences={differences} from={from.name} to={to.name} />
      {total > differences.length && (
        <div className={classes.more}>and {total - differences.length} more, which are not shown here</div>
      )}
    </>
  );
}
