import { NativeSelect } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import type { RunEntry } from '../../app/tool-replies.ts';
import { agoText } from '../../ui/ago-text.ts';
import { lookOf } from '../shared/run-states.tsx';
import { subjectOf } from './run-history.ts';
import type { ShownRun } from './run-reply.ts';
import { useRuns } from './use-runs.ts';

interface CompareChoiceProps {
  run: ShownRun;
  place: ProjectPlace;
}

/** Where the keys go when a comparison ends. */
export const CHOOSES_COMPARED = 'chooses-compared-run';

/** Another run to hold this one against: those of the same thing come first. */
export function CompareChoice({ run, place }: CompareChoiceProps) {
  const { navigation } = useIde();
  const { runs } = useRuns('');
  const others = runs.phase === 'ready' ? runs.value.runs.filter(({ runId }) => runId !== run.runId) : [];
  const same = others.filter(other => subjectOf(other) === subjectOf(run));
  const rest = others.filter(other => subjectOf(other) !== subjectOf(run));
  const groups = [
    { group: 'Runs of the same', items: same.map(entry => ({ value: entry.runId, label: labelOf(entry) })) },
    {
      group: 'Other runs',
      items: rest.map(entry => ({ value: entry.runId, label: `${labelOf(entry)} · ${entry.title}` })),
    },
  ];
  return (
    <NativeSelect
      id={CHOOSES_COMPARED}
      size="xs"
      aria-label="Compare with"
      value={place.compare ?? ''}
      disabled={others.length === 0}
      title={others.length === 0 ? 'There is no other run' : undefined}
      onChange={event => {
        const compare = event.currentTarget.value === '' ? undefined : event.currentTarget.value;
        navigation.go({ ...place, compare }, { replace: true });
      }}
      data={[{ value: '', label: 'Compare with…' }, ...groups.filter(({ items }) => items.length > 0)]}
    />
  );
}

function labelOf({ runId, state, items, passed, startedAt }: RunEntry): string {
  const outcome = items > 1 ? `${passed} of ${items} passed` : lookOf(state).word;
  const at = new Date(startedAt);
  return `${runId} · ${outcome} · ${agoText(Date.now() - at.getTime()) ?? at.toLocaleDateString()}`;
}
