import { ActionIcon, Button, Checkbox } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useShallow } from 'zustand/shallow';
import type { LinkHeader, TestHeader } from '../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { redTextsLike, stepLink } from '../../app/feature-links.ts';
import { linkMark } from '../../app/marks.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { featuresOf, snapshotOf } from '../../app/state.ts';
import type { FeatureScenario, FeatureStep } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import { recordStep } from '../../commands/record-step.ts';
import { linkSteps, linkToNewTest, unlinkSteps } from '../../commands/step-links.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { StateIcon } from '../../parts/run-states.tsx';
import { isFocusFree } from '../../ui/free-focus.ts';
import { ChevronDownIcon, CloseIcon, LinkIcon, LinkOffIcon } from '../../ui/icons.ts';
import { ActsAsSelect, StepActor, useActing } from './linking/acts-as.tsx';
import classes from './linking/step.module.css';
import { TestMenu, TestName, TestPicker } from './linking/test-picker.tsx';
import { StepParameters } from './step-parameters.tsx';

interface StepProps {
  step: FeatureStep;
  scenario: FeatureScenario;
  place: ProjectPlace;
}

/** Whether a test implements the step shows by words and shape as well as by colour. */
export function Step({ step, scenario: whole, place }: StepProps) {
  const { scenario, columns } = whole;
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
      <div className={`row gap-md ${classes.line}`}>
        <StepState scenario={scenario} index={index} />
        <span id={textId} className="grow may-shrink break-words" dir="auto">
          <span className={`dim regular ${classes.quiet}`}>{keyword.trim()}</span> <span dir="auto">{text}</span>
        </span>
        {test === undefined ? <NoLink missing={missing} /> : <Linked text={text} test={test} place={place} />}
        <LinkMenu step={step} scenario={whole} isLinked={test !== undefined} textId={textId} />
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
          <StepActor text={text} scenario={whole} link={link} test={test} />
          <AlikeOffer text={text} link={link} test={test} />
        </>
      )}
    </li>
  );
}

const NONE: readonly string[] = [];

interface ShownLink {
  test?: TestHeader | undefined;
  link?: LinkHeader | undefined;
  missing?: string | undefined;
}

/** The same parts as long as the link of this text stays, whatever happens to others. */
const useLink = (text: string): ShownLink =>
  useIdeState(
    useShallow((state): ShownLink => {
      const snapshot = snapshotOf(state);
      return snapshot === undefined ? {} : stepLink(snapshot, text);
    }),
  );

/** Offers red texts that differ only in values that the test takes. */
function AlikeOffer({ text, link, test }: { text: string; link: LinkHeader; test: TestHeader }) {
  const { store } = useIde();
  const { length } = useRedTextsLike(text);
  const { moduleCode, testCode, parameters = [] } = test;
  if (length === 0 || parameters.length === 0) return null;
  const review = () =>
    store.setView({ reviewing: { text, moduleCode, testCode, parameters: link.parameters, actor: link.actor } });
  return (
    <p className={`row gap-xs note ${classes.alike}`}>
      {length === 1 ? '1 red text differs' : `${length} red texts differ`} only in values.
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
        className={`gap-xs plain-link ${classes.chip}`}
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
    <span className={`gap-xs plain-link ${classes.chip}`}>
      <LinkOffIcon size={13} aria-hidden />
      {missing === undefined ? (
        'not linked'
      ) : (
        <span className={`flex may-shrink ${classes.lost}`} title={missing}>
          {'not linked: test '}
          <span className="ellipsis" dir="auto">
            {missing}
          </span>
          {' was deleted'}
        </span>
      )}
    </span>
  );
}

function StepState({ scenario, index }: { scenario: string; index: number }) {
  const state = useIdeState(({ results, run }) => {
    const { stepUnderWay } = results;
    const isNow = stepUnderWay?.scenario === scenario && stepUnderWay.index === index;
    return isNow && (run.state === 'running' || run.state === 'paused') ? run.state : results.steps[scenario]?.[index];
  });
  return <span className={classes.state}>{state !== undefined && <StateIcon state={state} />}</span>;
}

interface LinkMenuProps {
  step: FeatureStep;
  scenario: FeatureScenario;
  isLinked: boolean;
  textId: string;
}

function LinkMenu({ step, scenario: whole, isLinked, textId }: LinkMenuProps) {
  const { index } = step;
  const { scenario } = whole;
  const { store } = useIde();
  const isOpen = useIdeState(({ view }) => view.linking?.scenario === scenario && view.linking.index === index);
  const toggle = () => store.setView({ linking: isOpen ? undefined : { scenario, index } });
  const close = () => store.setView({ linking: undefined });
  const opener = useRef<HTMLButtonElement>(null);
  const shown = isOpen ? 'list' : isLinked;
  // Buttons come and go with the list and the link, and take the focus along.
  useEffect(() => {
    const { stepFocus } = store.getState().view;
    const isAtStep = stepFocus?.scenario === scenario && stepFocus.index === index;
    if (isAtStep && shown !== 'list' && isFocusFree()) opener.current?.focus();
  }, [store, scenario, index, shown]);
  const button = isLinked ? (
    <ActionIcon
      ref={opener}
      variant="subtle"
      color="gray"
      size="sm"
      aria-label="Plug another test case"
      aria-describedby={textId}
      onClick={toggle}
    >
      <ChevronDownIcon size={14} />
    </ActionIcon>
  ) : (
    <Button
      ref={opener}
      size="compact-xs"
      variant="default"
      rightSection={<ChevronDownIcon size={13} aria-hidden />}
      aria-describedby={textId}
      onClick={toggle}
    >
      Plug test case
    </Button>
  );
  return (
    <TestMenu button={button} isOpen={isOpen} onClose={close}>
      <StepPicker step={step} scenario={whole} isLinked={isLinked} onDone={close} />
    </TestMenu>
  );
}

const RECORD = 'Record this step';

interface StepPickerProps {
  step: FeatureStep;
  scenario: FeatureScenario;
  isLinked: boolean;
  onDone(): void;
}

/** Links all steps of the text; those alike are reviewed first. */
function StepPicker({ step, scenario, isLinked, onDone }: StepPickerProps) {
  const { text } = step;
  const ide = useIde();
  const alike = useRedTextsLike(text);
  const [withAlike, setWithAlike] = useState(false);
  const { actor, choose, ...acting } = useActing(text, scenario);
  const link = (work: () => Promise<void>, title = 'Link') => {
    onDone();
    void attempt(title, work);
  };
  return (
    <TestPicker
      text={text}
      onPick={({ moduleCode, testCode }) => {
        if (!withAlike) return link(() => linkSteps(ide, text, { moduleCode, testCode, actor }));
        onDone();
        ide.store.setView({ reviewing: { text, moduleCode, testCode, actor } });
      }}
      onNew={() => link(() => linkToNewTest(ide, withAlike ? [text, ...alike] : [text], actor))}
      onRecord={
        isLinked
          ? undefined
          : () => link(() => recordStep(ide, withAlike ? [text, ...alike] : [text], { step, scenario }), RECORD)
      }
    >
      <ActsAsSelect {...acting} onChoose={choose} />
      {alike.length > 0 && (
        <Checkbox
          size="xs"
          className={classes.withAlike}
          label={`With ${alike.length === 1 ? '1 text' : `${alike.length} texts`} that differ only in values`}
          checked={withAlike}
          onChange={event => setWithAlike(event.currentTarget.checked)}
        />
      )}
    </TestPicker>
  );
}

function StepArguments({ step: { table, docString } }: { step: FeatureStep }) {
  return (
    <>
      {table !== undefined && <DataTable rows={table} />}
      {docString !== undefined && (
        <pre className={classes.docString} dir="auto">
          {docString}
        </pre>
      )}
    </>
  );
}

const MOST_ROWS = 50;

function DataTable({ rows }: { rows: readonly (readonly string[])[] }) {
  const left = rows.length - MOST_ROWS;
  return (
    <table className={classes.table} aria-label="Data table of the step">
      <tbody>
        {rows.slice(0, MOST_ROWS).map((cells, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
          <tr key={row}>
            {cells.map((cell, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells have no other identity
              <td key={column} dir="auto">
                {cell}
              </td>
            ))}
          </tr>
        ))}
        {left > 0 && (
          <tr>
            <td className={`dim regular ${classes.quiet}`}>and {left} more rows</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}

function useRedTextsLike(text: string): readonly string[] {
  const features = useIdeState(featuresOf);
  const links = useIdeState(state => snapshotOf(state)?.links);
  const tests = useIdeState(state => snapshotOf(state)?.tests);
  if (links === undefined || tests === undefined) return NONE;
  return redTextsLike(features, { links, tests }, text);
}
