import { ActionIcon, Button } from '@mantine/core';
import { useId } from 'react';
import type { LinkHeader, TestHeader } from '../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { stepLink } from '../../app/feature-links.ts';
import { linkMark } from '../../app/marks.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureScenario, FeatureStep } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import { unlinkSteps } from '../../commands/step-links.ts';
import { CloseIcon, LinkIcon, LinkOffIcon } from '../../ui/icons.ts';
import classes from '../linking/step.module.css';
import { TestName } from '../linking/test-name.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import { StateIcon } from '../shared/run-states.tsx';
import { LinkMenu } from './link-menu.tsx';
import { StepArguments } from './step-arguments.tsx';
import { StepParameters } from './step-parameters.tsx';
import { useRedTextsLike } from './use-red-texts-like.ts';

interface StepProps {
  step: FeatureStep;
  scenario: FeatureScenario;
  place: ProjectPlace;
}

/** A step that a test implements, or one that none does: told by words, shape and colour. */
export function Step({ step, scenario: { scenario, columns }, place }: StepProps) {
  const { store } = useIde();
  const { index, keyword, text } = step;
  const { test, link, missing } = useLink(text);
  const mark = useIdeState(state => state.marks[linkMark(text)]);
  const stepFocus = { scenario, index };
  const textId = useId();
  return (
    <li
      className={classes.step}
      data-red={test === undefined || undefined}
      data-changed={mark !== undefined || undefined}
      title={mark === undefined ? undefined : `Changed by ${mark.by}`}
      onFocus={() => store.setView({ stepFocus })}
      onBlur={() => store.setView({ stepFocus: undefined })}
    >
      <div className={classes.line}>
        <StepState scenario={scenario} index={index} />
        <span id={textId} className={classes.stepText} dir="auto">
          <span className={classes.quiet}>{keyword.trim()}</span> <span dir="auto">{text}</span>
        </span>
        {test === undefined ? <NoLink missing={missing} /> : <Linked text={text} test={test} place={place} />}
        <LinkMenu step={step} scenario={scenario} isLinked={test !== undefined} textId={textId} />
      </div>
      <StepArguments step={step} />
      {test !== undefined && link !== undefined && (
        <>
          <StepParameters
            step={step}
            columns={(step.background ? undefined : columns) ?? NONE}
            link={link}
            test={test}
          />
          <AlikeOffer text={text} link={link} test={test} />
        </>
      )}
    </li>
  );
}

const NONE: readonly string[] = [];

function useLink(text: string): {
  test?: TestHeader | undefined;
  link?: LinkHeader | undefined;
  missing?: string | undefined;
} {
  const of = (state: Parameters<typeof snapshotOf>[0]) => {
    const snapshot = snapshotOf(state);
    return snapshot === undefined ? undefined : stepLink(snapshot, text);
  };
  const test = useIdeState(state => {
    const found = of(state);
    return found?.isLinked ? found.test : undefined;
  });
  const link = useIdeState(state => {
    const found = of(state);
    return found?.isLinked ? found.link : undefined;
  });
  const missing = useIdeState(state => {
    const found = of(state);
    return found?.isLinked === false ? found.missing : undefined;
  });
  return { test, link, missing };
}

/** Red texts that the test may be for as well, since it takes the values that they differ in. */
function AlikeOffer({ text, link, test }: { text: string; link: LinkHeader; test: TestHeader }) {
  const { store } = useIde();
  const { length } = useRedTextsLike(text);
  const { moduleCode, testCode, parameters = [] } = test;
  if (length === 0 || parameters.length === 0) return null;
  const review = () => store.setView({ reviewing: { text, moduleCode, testCode, parameters: link.parameters } });
  return (
    <p className={classes.alike}>
      {length === 1 ? '1 red text differs' : `${length} red texts differ`} in values alone.
      <Button size="compact-xs" variant="subtle" onClick={review}>
        Link…
      </Button>
    </p>
  );
}

function Linked({ text, test, place }: { text: string; test: TestHeader; place: ProjectPlace }) {
  const ide = useIde();
  const { moduleCode, testCode, name } = test;
  const module = useIdeState(state => snapshotOf(state)?.modules[moduleCode]?.name) ?? moduleCode;
  const { projectId, versionId } = place;
  return (
    <>
      <PlaceLink
        className={classes.chip}
        place={{ tab: 'modules', projectId, versionId, moduleId: moduleCode, testId: testCode }}
        aria-label={`linked to ${module} / ${name}`}
      >
        <LinkIcon size={13} aria-hidden />
        <TestName module={module} name={name} />
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

function NoLink({ missing }: { missing: string | undefined }) {
  return (
    <span className={classes.chip}>
      <LinkOffIcon size={13} aria-hidden />
      {missing === undefined ? (
        'not linked'
      ) : (
        <span className={classes.lost} title={missing}>
          {'not linked: test '}
          <span className={classes.cut} dir="auto">
            {missing}
          </span>
          {' was deleted'}
        </span>
      )}
    </span>
  );
}

/** How it ended in the run, or that it is under way. */
function StepState({ scenario, index }: { scenario: string; index: number }) {
  const state = useIdeState(({ results, run }) => {
    const { stepUnderWay } = results;
    const isNow = stepUnderWay?.scenario === scenario && stepUnderWay.index === index;
    return isNow && (run.state === 'running' || run.state === 'paused') ? run.state : results.steps[scenario]?.[index];
  });
  return <span className={classes.state}>{state !== undefined && <StateIcon state={state} />}</span>;
}
