import { useEffect, useRef } from 'react';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import type { FeatureScenario } from '../../app/tool-replies.ts';
import { PlaceLink } from '../shared/place-link.tsx';
import { StateIcon } from '../shared/run-states.tsx';
import classes from './features.module.css';
import { RunButton } from './run-button.tsx';
import { Step } from './step.tsx';

interface ScenarioProps {
  scenario: FeatureScenario;
  place: ProjectPlace;
  isChosen: boolean;
}

export function Scenario({ scenario: { scenario, name, keyword, steps }, place, isChosen }: ScenarioProps) {
  const element = useRef<HTMLDivElement>(null);
  const state = useIdeState(({ results }) => results.scenarios[scenario]);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div ref={element} className={classes.scenario} data-chosen={isChosen || undefined}>
      <div className={classes.scenarioHead}>
        <h3 className={classes.name}>
          <PlaceLink place={place} className={classes.link} aria-current={isChosen || undefined}>
            <span className={classes.keyword}>{keyword}:</span> <span className="foreign">{name}</span>
          </PlaceLink>
        </h3>
        {state !== undefined && <StateIcon state={state} />}
        <RunButton name={`scenario ${name}`} place={place} />
      </div>
      <ol className={classes.steps}>
        {steps.map(step => (
          <Step key={step.index} step={step} scenario={scenario} place={place} />
        ))}
      </ol>
    </div>
  );
}
