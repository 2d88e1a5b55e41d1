import { useEffect, useMemo, useState } from 'react';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { ReplyOf } from '../../../app/tool-replies.ts';

interface NamedValue {
  /** As it is written between braces. */
  name: string;
  section: string;
}

export function useValues(): readonly NamedValue[] {
  const { session, navigation } = useIde();
  const [known, setKnown] = useState<readonly NamedValue[]>([]);
  useEffect(() => {
    session.call('getEnvironments', { limit: 1_000 }).then(
      ({ environments }) =>
        setKnown(
          SCOPES.flatMap(([kind, scope, section]) =>
            namesOf(environments, kind).map(name => ({ name: `${scope}.${name}`, section })),
          ),
        ),
      // They can be typed instead.
      () => undefined,
    );
  }, [session]);
  const place = navigation.place();
  const testId = isInProject(place) ? place.testId : undefined;
  const parameters = useIdeState(state =>
    testId === undefined ? undefined : snapshotOf(state)?.tests[testId]?.parameters,
  );
  return useMemo(
    () => [...(parameters ?? []).map(({ name }) => ({ name, section: 'Parameters of the test' })), ...known],
    [parameters, known],
  );
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
