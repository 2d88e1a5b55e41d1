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
  const { tests, failingTests, flaky, slow, modules } = health;
  const neverRan = modules.reduce((sum, module) => sum + module.neverRan, 0);
  const unlinked = useUnlinked();
  const { projectId, versionId } = place;
  const desk = { tab: 'features', projectId, versionId, isLinking: true } as const;
  return (
    <ul className={`flex wrap plain-list ${classes.facts}`} aria-label="In short">
      {failingTests === 0 ? (
        <Fact
          icon={PassedIcon}
          color="var(--st-passed)"
          text={tests === neverRan ? 'No test failing' : 'No test fails'}
        />
      ) : (
        <Fact icon={FailedIcon} color="var(--st-failed)" text={counted(failingTests, 'test fails', 'tests fail')} />
      )}
      {repairs > 0 && (
        <Fact
          icon={WarningIcon}
          color="var(--st-warning)"
          text={counted(repairs, 'repair to decide on', 'repairs to decide on')}
        />
      )}
      {flaky.length > 0 && (
        <Fact icon={WarningIcon} color="var(--st-warning)" text={counted(flaky.length, 'flaky test')} />
      )}
      {slow.length > 0 && (
        <Fact icon={PartialIcon} color="var(--st-warning)" text={counted(slow.length, 'slow test')} />
      )}
      {neverRan > 0 && (
        <Fact icon={NotImplementedIcon} color="var(--st-quiet)" text={`${counted(neverRan, 'test')} not run lately`} />
      )}
      {unlinked > 0 && (
        <Fact
          icon={LinkOffIcon}
          color="var(--st-failed)"
          text={counted(unlinked, 'step not linked', 'steps not linked')}
          place={desk}
        />
      )}
    </ul>
  );
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
}

const Fact = ({ icon: Shown, color, text, place }: FactProps) => (
  <li className={classes.fact}>
    <Shown size={16} color={color} aria-hidden />
    {place === undefined ? text : <PlaceLink place={place}>{text}</PlaceLink>}
  </li>
);
