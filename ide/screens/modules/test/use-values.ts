import { useIdeState, usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { useAnswer } from '../../../app/queries.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';

interface NamedValue {
  /** As it is written between braces. */
  name: string;
  section: string;
}

export function useValues(): { values: readonly NamedValue[]; isLoading: boolean } {
  const { reply } = useAnswer('getEnvironments', { limit: 1_000 });
  // They can be typed where they cannot be listed.
  const environments = reply.phase === 'ready' ? reply.value.environments : [];
  const place = usePlace();
  const testId = isInProject(place) ? place.testId : undefined;
  const parameters = useIdeState(state => snapshotOf(state)?.tests[testId ?? '']?.parameters) ?? [];
  const values = [
    ...parameters.map(({ name }) => ({ name, section: 'Parameters of the test' })),
    ...SCOPES.flatMap(([kind, scope, section]) =>
      namesOf(environments, kind).map(name => ({ name: `${scope}.${name}`, section })),
    ),
  ];
  return { values, isLoading: reply.phase === 'loading' };
}

type Environments = ReplyOf<'getEnvironments'>['environments'];
type ValueKind = Environments[number]['items'][number]['kind'];

const SCOPES = [
  ['variable', 'env', 'Environment'],
  ['secret', 'secret', 'Secrets'],
  ['app', 'app', 'Apps'],
] as const satisfies readonly (readonly [ValueKind, string, string])[];

/** Of all environments: which of them a run has is not known yet. */
function namesOf(environments: Environments, kind: ValueKind): string[] {
  const items = environments.flatMap(one => one.items).filter(item => item.kind === kind);
  return [...new Set(items.map(({ name }) => name))].sort();
}
