import { Button } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import type { FeatureScenario } from '../../app/tool-replies.ts';
import { PlaceLink } from '../shared/place-link.tsx';
import { Marks } from './feature-facts.tsx';
import classes from './features.module.css';
import { OutcomeIcon } from './outcome-icon.tsx';
import { RunButton } from './run-button.tsx';
import { Step } from './step.tsx';
import { useOutcome } from './use-outcome.ts';

/** A feature may have thousands. */
const SHOWN_AT_ONCE = 30;
/** About what fits on a screen. */
const DRAWN_FIRST = 3;

interface ScenariosProps {
  scenarios: readonly FeatureScenario[];
  place: ProjectPlace;
}

/** The steps of one scenario, or those of a feature's scenarios one after the other. */
export function Scenarios({ scenarios, place }: ScenariosProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const drawn = useDeferredValue(shown, DRAWN_FIRST);
  const left = scenarios.length - shown;
  return (
    <div className={classes.scenarios}>
      {scenarios.slice(0, drawn).map(scenario => (
        <Scenario key={scenario.scenario} scenario={scenario} place={place} isAlone={place.scenario !== undefined} />
      ))}
      {left > 0 && (
        <Button size="xs" variant="default" className={classes.more} onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show {Math.min(left, SHOWN_AT_ONCE)} more of {left}
        </Button>
      )}
    </div>
  );
}

interface ScenarioProps {
  scenario: FeatureScenario;
  place: ProjectPlace;
  /** Its name stands above already. */
  isAlone: boolean;
}

function Scenario({ scenario, place, isAlone }: ScenarioProps) {
  const { scenario: code, name, steps } = scenario;
  const isChanged = useIdeState(state => state.marks[code] !== undefined);
  return (
    <section className={classes.scenario} aria-label={`Scenario ${name}`} data-changed={isChanged || undefined}>
      {!isAlone && <ScenarioHead scenario={scenario} place={{ ...place, scenario: code }} />}
      {steps.length === 0 ? (
        <p className={classes.none}>No steps.</p>
      ) : (
        <ol className={classes.steps}>
          {steps.map(step => (
            <Step key={step.index} step={step} scenario={scenario} place={place} />
          ))}
        </ol>
      )}
    </section>
  );
}

function ScenarioHead({ scenario: one, place }: Omit<ScenarioProps, 'isAlone'>) {
  const { scenario, name, keyword, issueKeys } = one;
  const outcome = useOutcome(useMemo(() => [one], [one]));
  return (
    <div className={classes.scenarioHead}>
      <h2 className={classes.scenarioName} dir="auto">
        <PlaceLink place={place} className={classes.link}>
          <span className={classes.quiet}>{keyword}:</span> <span dir="auto">{name}</span>
        </PlaceLink>
      </h2>
      <Marks words={issueKeys} label="Issue keys" />
      {outcome !== undefined && <OutcomeIcon outcome={outcome} />}
      <RunButton name={`scenario ${name}`} what={{ scenarios: [scenario] }} />
    </div>
  );
}
