import { ActionIcon, Button } from '@mantine/core';
import { useDeferredValue, useMemo, useState } from 'react';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import type { FeatureScenario } from '../../app/tool-replies.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { useKeptCodes } from '../../parts/use-kept-codes.ts';
import { useStepCount } from '../../parts/use-step-count.ts';
import { ChevronRightIcon } from '../../ui/icons.ts';
import { Marks } from './feature-facts.tsx';
import classes from './features.module.css';
import { OutcomeIcon, useOutcome } from './outcome-icon.tsx';
import { RunButton } from './run-button.tsx';
import { Step } from './step.tsx';

/** A feature may have thousands. */
const SHOWN_AT_ONCE = 30;
/** About what fits on a screen. */
const DRAWN_FIRST = 3;

interface ScenariosProps {
  scenarios: readonly FeatureScenario[];
  place: ProjectPlace;
}

export function Scenarios({ scenarios, place }: ScenariosProps) {
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  const drawn = useDeferredValue(shown, DRAWN_FIRST);
  const [folded, setFolded] = useKeptCodes('folded scenarios', () => []);
  const areFolded = useMemo(() => new Set(folded), [folded]);
  const left = scenarios.length - shown;
  const isAlone = place.scenario !== undefined;
  const fold = (code: string) =>
    setFolded(old => (old.includes(code) ? old.filter(each => each !== code) : [...old, code]));
  return (
    <div className={`stack fill ${classes.scenarios}`}>
      {scenarios.length >= MANY && <FoldAll scenarios={scenarios} folded={areFolded} onFold={setFolded} />}
      {scenarios.slice(0, drawn).map(scenario => (
        <Scenario
          key={scenario.scenario}
          scenario={scenario}
          place={place}
          isAlone={isAlone}
          isFolded={!isAlone && areFolded.has(scenario.scenario)}
          onFold={() => fold(scenario.scenario)}
        />
      ))}
      {left > 0 && (
        <Button size="xs" variant="default" className={classes.more} onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          Show {Math.min(left, SHOWN_AT_ONCE)} of {left} more
        </Button>
      )}
    </div>
  );
}

/** From this number on there is a button for all. */
const MANY = 3;

interface FoldAllProps {
  scenarios: readonly FeatureScenario[];
  folded: ReadonlySet<string>;
  onFold(change: (folded: readonly string[]) => readonly string[]): void;
}

function FoldAll({ scenarios, folded, onFold }: FoldAllProps) {
  const codes: string[] = scenarios.map(({ scenario }) => scenario);
  const isAll = codes.every(code => folded.has(code));
  const toggle = () =>
    onFold(old => {
      const others = old.filter(code => !codes.includes(code));
      return isAll ? others : [...others, ...codes];
    });
  return (
    <div className={`row between small ${classes.foldAll}`}>
      <span className="dim regular">{scenarios.length} scenarios</span>
      <Button size="compact-xs" variant="subtle" onClick={toggle}>
        {isAll ? 'Expand all' : 'Collapse all'}
      </Button>
    </div>
  );
}

interface ScenarioProps {
  scenario: FeatureScenario;
  place: ProjectPlace;
  /** Its name is shown above already. */
  isAlone: boolean;
  isFolded: boolean;
  onFold(): void;
}

function Scenario({ scenario, place, isAlone, isFolded, onFold }: ScenarioProps) {
  const { scenario: code, name } = scenario;
  const isChanged = useIdeState(state => state.marks[code] !== undefined);
  return (
    <section className={classes.scenario} aria-label={`Scenario ${name}`} data-changed={isChanged || undefined}>
      {!isAlone && (
        <ScenarioHead scenario={scenario} place={{ ...place, scenario: code }} isFolded={isFolded} onFold={onFold} />
      )}
      {!isFolded && <Steps scenario={scenario} place={place} />}
    </section>
  );
}

const Steps = ({ scenario, place }: Pick<ScenarioProps, 'scenario' | 'place'>) =>
  scenario.steps.length === 0 ? (
    <p className="flush dim">No steps.</p>
  ) : (
    <ol className="plain-list">
      {scenario.steps.map(step => (
        <Step key={step.index} step={step} scenario={scenario} place={place} />
      ))}
    </ol>
  );

function StepsLinked({ scenarios }: { scenarios: readonly FeatureScenario[] }) {
  const { linked, steps } = useStepCount(scenarios);
  return (
    <span className={`note ${classes.linkedCount}`} data-red={linked < steps || undefined}>
      {linked} of {steps} steps linked
    </span>
  );
}

function ScenarioHead({ scenario: one, place, isFolded, onFold }: Omit<ScenarioProps, 'isAlone'>) {
  const { scenario, name, keyword, issueKeys } = one;
  const alone = useMemo(() => [one], [one]);
  const outcome = useOutcome(alone);
  return (
    <div className={`row gap-md ${classes.scenarioHead}`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xs"
        aria-expanded={!isFolded}
        aria-label={`Steps of ${name}`}
        title={isFolded ? 'Show the steps' : 'Hide the steps'}
        onClick={onFold}
      >
        <ChevronRightIcon size={14} className={classes.foldIcon} data-open={!isFolded || undefined} />
      </ActionIcon>
      <h2 className={`flush bold break-words ${classes.scenarioName}`} dir="auto">
        <PlaceLink place={place} className={`plain-link ${classes.link}`}>
          <span className="dim regular">{keyword}:</span> <span dir="auto">{name}</span>
        </PlaceLink>
      </h2>
      <Marks words={issueKeys} label="Issue keys" />
      {isFolded && <StepsLinked scenarios={alone} />}
      {outcome !== undefined && <OutcomeIcon outcome={outcome} />}
      <RunButton name={`scenario ${name}`} what={{ scenarios: [scenario] }} />
    </div>
  );
}
