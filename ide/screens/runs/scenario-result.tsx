import { resultKey, scenarioTitle } from '../../../model/run/item-title.ts';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { isBad } from '../../app/result-filter.ts';
import { snapshotOf } from '../../app/state.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../../parts/run-states.tsx';
import { LinkIcon } from '../../ui/icons.ts';
import { RedStepLink } from './red-step-link.tsx';
import {
  ActionResults,
  FailureWords,
  FlakyMark,
  Folding,
  isRepaired,
  type Measured,
  useKeptChoice,
  useReport,
} from './report-parts.tsx';
import { keyed } from './run-nodes.ts';
import type { ShownScenario, ShownStep } from './run-reply.ts';
import classes from './runs.module.css';

interface ScenarioResultProps {
  scenario: ShownScenario;
  place: ProjectPlace;
  measured: Measured;
}

export function ScenarioResult({ scenario, place, measured }: ScenarioResultProps) {
  const { row, featureCode, state, ms, error, steps } = scenario;
  const key = resultKey(scenario);
  const { positionOf, historyOf } = useReport();
  const [isOpen, onToggle] = useKeptChoice(
    key,
    state !== 'passed' || steps.some(({ actions }) => actions.some(isRepaired)),
  );
  const title = scenarioTitle(scenario);
  const there: ProjectPlace = { ...place, tab: 'features', feature: featureCode, scenario: scenario.scenario };
  return (
    <Folding
      label={`Scenario ${title}`}
      level={3}
      title={
        <>
          <span dir="auto">{title}</span>
          {row !== undefined && <span className="dim regular"> · example {row + 1}</span>}{' '}
          <FlakyMark of={scenario} history={historyOf(scenario)} />
        </>
      }
      {...{ state, ms, isOpen, onToggle, measured }}
      link={{ place: there, name: `Open scenario ${title}` }}
    >
      {error !== undefined && <FailureWords failure={error} />}
      <ol className={classes.steps} aria-label={`Steps of ${title}`}>
        {steps.map((step, index) => (
          <li key={step.index}>
            <Step
              step={step}
              place={there}
              choice={`${key} step ${step.index}`}
              above={keyed(positionOf(scenario), index)}
            />
          </li>
        ))}
      </ol>
    </Folding>
  );
}

interface StepResultProps {
  step: ShownStep;
  place: ProjectPlace;
}

interface OpenStepProps extends StepResultProps {
  /** The key under which it is kept whether the step is open. */
  choice: string;
  /** Position in the run, e.g. `2.3`. */
  above: string;
}

function Step({ step, place, choice, above }: OpenStepProps) {
  const { error, actions } = step;
  const [isOpen, setOpen] = useKeptChoice(choice, isBad(step) || actions.some(isRepaired));
  if (actions.length === 0 && error === undefined)
    return (
      <div className={`row gap-md ${classes.step}`} data-red={step.testCode === undefined || undefined}>
        <StepLine step={step} place={place} />
      </div>
    );
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) setOpen(open);
      }}
    >
      <summary className={`row gap-md ${classes.step}`}>
        <StepLine step={step} place={place} />
      </summary>
      <div className={classes.below}>
        <TestLink step={step} place={place} />
        {error !== undefined && <FailureWords failure={error} />}
        <ActionResults actions={actions} above={above} />
      </div>
    </details>
  );
}

function StepLine({ step, place }: StepResultProps) {
  const { keyword, text, state, ms, testCode } = step;
  const test = useTest(step);
  const { word, color } = lookOf(state);
  return (
    <>
      <StateIcon state={state} />
      <span className={`may-shrink ${classes.stepText}`} dir="auto">
        <span className="dim regular">{keyword.trim()}</span> <span dir="auto">{text}</span>
      </span>
      {testCode === undefined ? (
        <RedStepLink step={step} place={place} />
      ) : (
        <span className={`plain-link ellipsis ${classes.chip}`}>
          <LinkIcon size={13} aria-hidden /> <span dir="auto">{test?.name ?? testCode}</span>
        </span>
      )}
      <span className={`note regular numbers ${classes.ms}`} style={state === 'passed' ? undefined : { color }}>
        {state === 'passed' ? durationText(ms) : word}
      </span>
    </>
  );
}

function TestLink({ step, place: { projectId, versionId } }: StepResultProps) {
  const test = useTest(step);
  if (test === undefined) return null;
  const { moduleCode: moduleId, testCode: testId, name } = test;
  return (
    <PlaceLink className={classes.test} place={{ tab: 'modules', projectId, versionId, moduleId, testId }}>
      Open test <span dir="auto">{name}</span>
    </PlaceLink>
  );
}

const useTest = ({ testCode }: ShownStep) =>
  useIdeState(state => (testCode === undefined ? undefined : snapshotOf(state)?.tests[testCode]));
