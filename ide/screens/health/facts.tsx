import type { Icon } from '@tabler/icons-react';
import { useMemo } from 'react';
import { counted } from '../../../model/names/counted.ts';
import { useIdeState } from '../../app/context.tsx';
import type { Place, ProjectPlace } from '../../app/places.ts';
import { featuresOf } from '../../app/state.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { useStepCount } from '../../parts/use-step-count.ts';
import { FailedIcon, LinkOffIcon, NotImplementedIcon, PartialIcon, PassedIcon, WarningIcon } from '../../ui/icons.ts';
import classes from './health.module.css';
import type { ShownHealth } from './use-health.ts';

interface FactsProps {
  health: ShownHealth;
  /** How many wait for a decision. */
  repairs: number;
  place: ProjectPlace;
}

export function Facts({ health, repairs, place }: FactsProps) {
  const { projectId, versionId } = place;
  const unlinked = useUnlinked();
  const facts = [
    ...failures(health, { projectId, versionId }),
    ...warnings(health, repairs),
    ...gaps(health, unlinked, { projectId, versionId }),
  ];
  return (
    <ul className={`flex wrap plain-list ${classes.facts}`} aria-label="In short">
      {facts.map(fact => (
        <Fact key={fact.text} {...fact} />
      ))}
    </ul>
  );
}

type HealthVersion = Pick<ProjectPlace, 'projectId' | 'versionId'>;

const BAD = { icon: FailedIcon, color: 'var(--st-failed)' };
const PASSED = { icon: PassedIcon, color: 'var(--st-passed)' };
const WARNING = { icon: WarningIcon, color: 'var(--st-warning)' };

const neverRun = ({ modules }: ShownHealth): number => modules.reduce((sum, { neverRan }) => sum + neverRan, 0);

function failures(health: ShownHealth, version: HealthVersion): FactProps[] {
  const { modules, failingTests, failingScenarios } = health;
  const ofTests = { ...BAD, text: counted(failingTests, 'test fails', 'tests fail') };
  const ofScenarios = { ...BAD, text: counted(failingScenarios, 'scenario fails', 'scenarios fail') };
  const none = { ...PASSED, text: modules.some(({ hasRun }) => hasRun) ? 'No test fails' : 'No test failing' };
  return [
    failingTests === 0 ? none : { ...ofTests, place: { tab: 'modules', ...version, shown: 'failed' } },
    ...(failingScenarios === 0
      ? []
      : [{ ...ofScenarios, place: { tab: 'features', ...version, shown: 'failed' } } as const]),
  ];
}

const warnings = ({ flaky, slow }: ShownHealth, repairs: number): FactProps[] =>
  [
    {
      ...{ ...WARNING, count: repairs, list: 'Repairs to decide on' },
      text: counted(repairs, 'repair to decide on', 'repairs to decide on'),
    },
    { ...WARNING, count: flaky.length, list: 'Flaky tests', text: counted(flaky.length, 'flaky test') },
    {
      ...{ ...WARNING, icon: PartialIcon, count: slow.length, list: 'Slow tests' },
      text: counted(slow.length, 'slow test'),
    },
  ].flatMap(({ count, ...fact }) => (count === 0 ? [] : [fact]));

function gaps(health: ShownHealth, unlinked: number, version: HealthVersion): FactProps[] {
  const neverRan = neverRun(health);
  const notRun = {
    icon: NotImplementedIcon,
    color: 'var(--st-quiet)',
    text: `${counted(neverRan, 'test')} not run yet`,
  };
  const notLinked = { ...BAD, icon: LinkOffIcon, text: counted(unlinked, 'step not linked', 'steps not linked') };
  return [
    ...(neverRan === 0 ? [] : [{ ...notRun, place: { tab: 'modules', ...version, shown: 'never-run' } } as const]),
    ...(unlinked === 0 ? [] : [{ ...notLinked, place: { tab: 'features', ...version, isLinking: true } } as const]),
  ];
}

function useUnlinked(): number {
  const features = useIdeState(featuresOf);
  const scenarios = useMemo(() => features.flatMap(feature => feature.scenarios), [features]);
  const { linked, steps } = useStepCount(scenarios);
  return steps - linked;
}

interface FactProps {
  icon: Icon;
  color: string;
  text: string;
  place?: Place;
  /** The list on this page that is counted. */
  list?: string;
}

const Fact = ({ icon: Shown, color, text, place, list }: FactProps) => (
  <li className={classes.fact}>
    <Shown size={16} color={color} aria-hidden />
    {place !== undefined && <PlaceLink place={place}>{text}</PlaceLink>}
    {list !== undefined && <a href={`#${anchorOf(list)}`}>{text}</a>}
    {place === undefined && list === undefined && text}
  </li>
);

export const anchorOf = (list: string): string => list.toLowerCase().replaceAll(' ', '-');
