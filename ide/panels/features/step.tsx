import { ActionIcon } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureStep } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import { unlinkSteps } from '../../commands/step-links.ts';
import { CloseIcon, LinkIcon, LinkOffIcon } from '../../ui/icons.ts';
import { PlaceLink } from '../shared/place-link.tsx';
import { StateIcon } from '../shared/run-states.tsx';
import classes from './features.module.css';
import { LinkMenu, TestName } from './link-menu.tsx';

interface StepProps {
  step: FeatureStep;
  scenario: string;
  place: ProjectPlace;
}

/** A step that a test implements, or one that none does: told by words, shape and colour. */
export function Step({ step, scenario, place }: StepProps) {
  const { store } = useIde();
  const { index, keyword, text, linked } = step;
  const stepFocus = { scenario, index };
  return (
    <li
      className={classes.step}
      data-red={!linked || undefined}
      onFocus={() => store.setView({ stepFocus })}
      onBlur={() => store.setView({ stepFocus: undefined })}
    >
      <StepState scenario={scenario} index={index} />
      <span className={classes.stepText}>
        <span className={classes.keyword}>{keyword.trim()}</span> <span className="foreign">{text}</span>
      </span>
      {linked ? <Link step={step} place={place} /> : <NoLink missing={step.missing} />}
      <LinkMenu step={step} scenario={scenario} />
    </li>
  );
}

function Link({ step: { text, moduleCode, testCode }, place }: Omit<StepProps, 'scenario'>) {
  const ide = useIde();
  const test = useIdeState(state => (testCode === undefined ? undefined : snapshotOf(state)?.tests[testCode]?.name));
  const module = useIdeState(state =>
    moduleCode === undefined ? undefined : snapshotOf(state)?.modules[moduleCode]?.name,
  );
  const { projectId, versionId } = place;
  const name = test ?? testCode ?? '';
  return (
    <>
      <PlaceLink
        className={classes.chip}
        place={{ tab: 'modules', projectId, versionId, moduleId: moduleCode, testId: testCode }}
        aria-label={`linked to ${module ?? moduleCode} / ${name}`}
      >
        <LinkIcon size={13} aria-hidden />
        <TestName module={module ?? moduleCode ?? ''} name={name} />
      </PlaceLink>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={`Unlink “${text}”`}
        title="Unlink all steps with this text"
        onClick={() => void attempt('Unlink', () => unlinkSteps(ide, text))}
      >
        <CloseIcon size={14} />
      </ActionIcon>
    </>
  );
}

const NoLink = ({ missing }: { missing: string | undefined }) => (
  <span className={classes.chip}>
    <LinkOffIcon size={13} aria-hidden />
    {missing === undefined ? 'not linked' : `not linked: test ${missing} is gone`}
  </span>
);

/** How it ended in the run, or that it is under way. */
function StepState({ scenario, index }: { scenario: string; index: number }) {
  const state = useIdeState(({ results, run }) => {
    const { stepUnderWay } = results;
    const isNow = stepUnderWay?.scenario === scenario && stepUnderWay.index === index;
    return isNow && (run.state === 'running' || run.state === 'paused') ? run.state : results.steps[scenario]?.[index];
  });
  return <span className={classes.state}>{state !== undefined && <StateIcon state={state} />}</span>;
}
