import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import type { LinkHeader, ProjectSnapshot, TestHeader } from '../../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import { stepLink } from '../../../app/feature-links.ts';
import { snapshotOf } from '../../../app/state.ts';
import type { FeatureScenario } from '../../../app/tool-replies.ts';
import { attempt } from '../../../commands/command.ts';
import { mapParameters } from '../../../commands/step-links.ts';
import classes from './step.module.css';

type TestHeaders = ProjectSnapshot['tests'];

const NOBODY: readonly string[] = [];
const namesByTests = new WeakMap<TestHeaders, readonly string[]>();

/** Whom a link may name: all whom any test of the version names. */
function namesIn(tests: TestHeaders): readonly string[] {
  const known = namesByTests.get(tests);
  if (known !== undefined) return known;
  const all = Object.values(tests).flatMap(({ actors = [] }) => actors.map(({ name }) => name));
  const names = [...new Set(all)];
  namesByTests.set(tests, names);
  return names;
}

/** Empty for a scenario that is about one person: no step of it is linked to an actor, or to a test that names any. */
function useActorNames({ steps }: FeatureScenario): readonly string[] {
  const links = useIdeState(state => snapshotOf(state)?.links);
  const tests = useIdeState(state => snapshotOf(state)?.tests);
  return useMemo(() => {
    if (links === undefined || tests === undefined) return NOBODY;
    const names = namesIn(tests);
    if (names.length === 0) return NOBODY;
    const isOfSeveral = steps.some(({ text }) => {
      const found = stepLink({ links, tests }, text);
      return found.isLinked && (found.link.actor ?? found.test.actors?.[0]) !== undefined;
    });
    return isOfSeveral ? names : NOBODY;
  }, [links, tests, steps]);
}

interface StepActing {
  names: readonly string[];
  value: string;
  /** As `linkStep` takes it. */
  actor: string | null | undefined;
  choose(name: string): void;
}

/** Who acts in a step that is about to be linked: as it is linked now, until somebody else is chosen. */
export function useActing(text: string, scenario: FeatureScenario): StepActing {
  const names = useActorNames(scenario);
  const linked = useIdeState(state => {
    const links = snapshotOf(state)?.links;
    return links !== undefined && Object.hasOwn(links, text) ? links[text]?.actor : undefined;
  });
  const [chosen, choose] = useState<string>();
  const value = chosen ?? linked ?? '';
  return { names, value, actor: toLink(names, value), choose };
}

function toLink(names: readonly string[], value: string): StepActing['actor'] {
  if (names.length > 0 && value === '') return null;
  return names.includes(value) ? value : undefined;
}

interface ActsAsSelectProps extends Pick<StepActing, 'names' | 'value'> {
  isBare?: boolean;
  onChoose(name: string): void;
}

const ACTS_AS = 'Acts as';

/** Nothing where nobody can be chosen. */
export function ActsAsSelect({ names, value, isBare = false, onChoose }: ActsAsSelectProps) {
  if (names.length === 0) return null;
  const isGone = value !== '' && !names.includes(value);
  return (
    <NativeSelect
      size="xs"
      className={isBare ? undefined : classes.withAlike}
      {...(isBare ? { variant: 'unstyled', 'aria-label': ACTS_AS } : { label: ACTS_AS })}
      value={value}
      data={[
        { value: '', label: 'The first actor' },
        ...names,
        ...(isGone ? [{ value, label: `${value} (named by no test)` }] : []),
      ]}
      onChange={event => onChoose(event.currentTarget.value)}
    />
  );
}

interface StepActorProps {
  text: string;
  scenario: FeatureScenario;
  link: LinkHeader;
  test: TestHeader;
}

/** Who acts in a linked step, to be changed at once. */
export function StepActor({ text, scenario, link, test }: StepActorProps) {
  const ide = useIde();
  const names = useActorNames(scenario);
  if (names.length === 0) return null;
  const choose = (name: string) => {
    const { parameters = {} } = link;
    void attempt('Change who acts', () =>
      mapParameters(ide, text, { ...test, parameters, actor: name === '' ? null : name }),
    );
  };
  return (
    <p className={`row gap-xs note ${classes.alike}`}>
      Acts as
      <ActsAsSelect isBare names={names} value={link.actor ?? ''} onChoose={choose} />
    </p>
  );
}
