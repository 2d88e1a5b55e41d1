import { useEffect, useRef } from 'react';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureScenario, FeatureStep } from '../../app/tool-replies.ts';
import { LinkIcon, LinkOffIcon } from '../../ui/icons.ts';
import { PlaceLink } from '../shared/place-link.tsx';
import classes from './features.module.css';

interface ScenarioProps {
  scenario: FeatureScenario;
  place: ProjectPlace;
  isChosen: boolean;
}

export function Scenario({ scenario: { name, keyword, steps }, place, isChosen }: ScenarioProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div ref={element} className={classes.scenario} data-chosen={isChosen || undefined}>
      <h3 className={classes.name}>
        <PlaceLink place={place} className={classes.link} aria-current={isChosen || undefined}>
          <span className={classes.keyword}>{keyword}:</span> <span className="foreign">{name}</span>
        </PlaceLink>
      </h3>
      <ol className={classes.steps}>
        {steps.map(step => (
          <Step key={step.index} step={step} place={place} />
        ))}
      </ol>
    </div>
  );
}

/** A step that a test implements, or one that none does: told by words, shape and colour. */
function Step({ step, place }: { step: FeatureStep; place: ProjectPlace }) {
  const { keyword, text, linked, moduleCode, testCode, missing } = step;
  const test = useIdeState(state => (testCode === undefined ? undefined : snapshotOf(state)?.tests[testCode]?.name));
  const { projectId, versionId } = place;
  return (
    <li className={classes.step} data-red={!linked || undefined}>
      <span className={classes.stepText}>
        <span className={classes.keyword}>{keyword.trim()}</span> <span className="foreign">{text}</span>
      </span>
      {linked ? (
        <PlaceLink
          className={classes.chip}
          place={{ tab: 'modules', projectId, versionId, moduleId: moduleCode, testId: testCode }}
          aria-label={`linked to ${test ?? testCode}`}
        >
          <LinkIcon size={13} aria-hidden />
          <span className={`${classes.cut} foreign`}>{test ?? testCode}</span>
        </PlaceLink>
      ) : (
        <span className={classes.chip}>
          <LinkOffIcon size={13} aria-hidden />
          {missing === undefined ? 'not linked' : `not linked: test ${missing} is gone`}
        </span>
      )}
    </li>
  );
}
