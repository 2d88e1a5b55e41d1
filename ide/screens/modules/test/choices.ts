import { useMemo } from 'react';
import type { ProjectSnapshot } from '../../../../model/protocol/channel/project-view.ts';
import { useIdeState, usePlace } from '../../../app/context.tsx';
import { isInProject } from '../../../app/places.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { FormField } from './form-fields.ts';
import { useRoles } from './use-roles.ts';

interface Choice {
  value: string;
  label: string;
  section?: string | undefined;
  /** A test that would plug itself in. */
  isUnfit?: boolean;
}

export function useChoices({ names, choices }: Pick<FormField, 'names' | 'choices'>): readonly Choice[] {
  const tests = useTests(names === 'test');
  const roles = useRoles({ isWanted: names === 'role' });
  const features = useFeatures(names);
  if (names === 'test') return tests;
  if (names === 'feature' || names === 'scenario') return features;
  if (names !== 'role') return choices;
  // Without a connection there is nothing to choose from.
  return roles.phase === 'ready' ? roles.value.map(role => ({ value: role, label: role })) : [];
}

function useTests(isAsked: boolean): readonly Choice[] {
  const snapshot = useIdeState(state => (isAsked ? snapshotOf(state) : undefined));
  const place = usePlace();
  const into = isInProject(place) ? place.testId : undefined;
  return useMemo(() => {
    const { modules = {}, tests = {} } = snapshot ?? {};
    const unfit = into === undefined ? NONE : testsThatPlug(tests, into);
    return Object.values(modules).flatMap(module =>
      module.tests.flatMap((code): Choice[] => {
        const test = tests[code];
        if (test === undefined) return [];
        return [{ value: code, label: test.name, section: module.name, isUnfit: unfit.has(code) }];
      }),
    );
  }, [snapshot, into]);
}

const NONE: ReadonlySet<string> = new Set();

/** A test and those that plug it in, directly or through others: none of them can be plugged into it. */
function testsThatPlug(tests: ProjectSnapshot['tests'], plugged: string): ReadonlySet<string> {
  const found = new Set<string>([plugged]);
  // Iterating over a set also visits what is added meanwhile.
  for (const code of found)
    for (const { testCode, plugs = [] } of Object.values(tests))
      if (plugs.some(each => each === code)) found.add(testCode);
  return found;
}

function useFeatures(names: FormField['names']): readonly Choice[] {
  const features = useIdeState(state => (names === 'feature' || names === 'scenario' ? state.features : undefined));
  return useMemo(() => {
    const known = features?.phase === 'ready' ? features.value : [];
    if (names === 'feature') return known.map(({ featureCode, name }) => ({ value: featureCode, label: name }));
    return known.flatMap(({ name: section, scenarios }) =>
      scenarios.map(({ scenario, name }) => ({ value: scenario, label: name, section })),
    );
  }, [features, names]);
}
