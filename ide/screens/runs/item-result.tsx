import { repairWords } from '../../../model/run/repairs.ts';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { isBad } from '../../app/result-filter.ts';
import { snapshotOf } from '../../app/state.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import { lookOf, StateIcon, timeText } from '../../parts/run-states.tsx';
import { LinkIcon } from '../../ui/icons.ts';
import { RedStepLink } from './red-step-link.tsx';
import { FailureWords, FlakyMark, Folding, type Measured, useKeptChoice, useReport } from './report-parts.tsx';
import { FetchedPicture, fileUrl } from './run-files.tsx';
import { type ItemNode, placeOf, type RunNode, repairedOf } from './run-nodes.ts';
import { isScenario } from './run-reply.ts';
import classes from './runs.module.css';

/** A passed test with a repair should be looked at all the same. */
const isRepaired = (node: RunNode): boolean => repairedOf([node]).length > 0;

export function ItemResult({ node, measured }: { node: ItemNode; measured: Measured }) {
  const { key, kind, title, state, error, children, item } = node;
  const there = placeOf(item, useReport().execution);
  const [isOpen, onToggle] = useKeptChoice(key, state !== 'passed' || isRepaired(node));
  return (
    <Folding
      label={`${kind === 'scenario' ? 'Scenario' : 'Test'} ${title}`}
      level={3}
      title={
        <>
          <span dir="auto">{title}</span>
          {isScenario(item) && item.row !== undefined && <span className="dim regular"> · example {item.row + 1}</span>}{' '}
          <FlakyMark of={item} />
        </>
      }
      {...{ state, ms: item.ms, isOpen, onToggle, measured }}
      link={{ place: there, name: `Open ${kind} ${title}` }}
    >
      {error !== undefined && <FailureWords failure={error} />}
      <Results nodes={children} place={there} label={`${kind === 'scenario' ? 'Steps' : 'Actions'} of ${title}`} />
    </Folding>
  );
}

interface ResultsProps {
  nodes: readonly RunNode[];
  /** Of the test or scenario. */
  place: ProjectPlace;
  label?: string;
}

const Results = ({ nodes, place, label }: ResultsProps) =>
  nodes.length === 0 ? null : (
    <ol className={classes.results} aria-label={label}>
      {nodes.map(node => (
        <li key={node.key}>
          {node.kind === 'step' ? <Step node={node} place={place} /> : <Action node={node} place={place} />}
        </li>
      ))}
    </ol>
  );

interface NodeResultProps {
  node: RunNode;
  place: ProjectPlace;
}

/** Of a test that ran before or after, or of an earlier attempt, as well. */
function Action({ node, place }: NodeResultProps) {
  const { title, lead, state, error, children } = node;
  return (
    <>
      <div className={`row gap-md break-words ${classes.action}`}>
        <StateIcon state={state} />
        <span dir="auto">
          {lead !== undefined && <span className="dim regular">{lead} </span>}
          {title}
        </span>
        <span className={`note regular numbers ${classes.ms}`}>{timeText(node)}</span>
      </div>
      <Repaired node={node} />
      {error !== undefined && error.message !== title && <FailureWords failure={error} />}
      {isBad(node) && <FailurePicture node={node} />}
      <Results nodes={children} place={place} />
    </>
  );
}

function Repaired({ node: { key, action } }: { node: RunNode }) {
  const { execution } = useReport();
  if (action?.repaired === undefined) return null;
  return (
    <p className={`small warning break-words ${classes.repaired}`}>
      <span dir="auto">Repaired: {repairWords(action.repaired)}</span>{' '}
      <PlaceLink place={{ ...execution, step: key }}>Look at the repair</PlaceLink>
    </p>
  );
}

function FailurePicture({ node: { key, title, action, screenshot = action?.screenshot } }: { node: RunNode }) {
  const { execution } = useReport();
  if (screenshot === undefined) return null;
  return (
    <PlaceLink
      className={classes.picture}
      place={{ ...execution, step: key, dialog: 'picture' }}
      aria-label={`Screenshot of “${title}”`}
      title="What the page looked like"
    >
      <FetchedPicture url={fileUrl(execution, execution.runId ?? '', screenshot)} alt="" isLazy />
    </PlaceLink>
  );
}

function Step({ node, place }: NodeResultProps) {
  const { key, error, children, testCode } = node;
  const [isOpen, setOpen] = useKeptChoice(key, isBad(node) || isRepaired(node));
  if (children.length === 0 && error === undefined)
    return (
      <div className={`row gap-md ${classes.step}`} data-red={testCode === undefined || undefined}>
        <StepLine node={node} place={place} />
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
        <StepLine node={node} place={place} />
      </summary>
      <div className={classes.below}>
        <TestLink node={node} place={place} />
        {error !== undefined && <FailureWords failure={error} />}
        <Results nodes={children} place={place} />
      </div>
    </details>
  );
}

function StepLine({ node, place }: NodeResultProps) {
  const { lead, title, state, testCode, index = 0 } = node;
  const test = useTest(node);
  const { word, color } = lookOf(state);
  return (
    <>
      <StateIcon state={state} />
      <span className={`may-shrink ${classes.stepText}`} dir="auto">
        <span className="dim regular">{lead}</span> <span dir="auto">{title}</span>
      </span>
      {testCode === undefined ? (
        <RedStepLink step={{ index, text: title }} place={place} />
      ) : (
        <span className={`plain-link ellipsis ${classes.chip}`}>
          <LinkIcon size={13} aria-hidden /> <span dir="auto">{test?.name ?? testCode}</span>
        </span>
      )}
      <span className={`note regular numbers ${classes.ms}`} style={state === 'passed' ? undefined : { color }}>
        {state === 'passed' ? timeText(node) : word}
      </span>
    </>
  );
}

function TestLink({ node, place: { projectId, versionId } }: NodeResultProps) {
  const test = useTest(node);
  if (test === undefined) return null;
  const { moduleCode: moduleId, testCode: testId, name } = test;
  return (
    <PlaceLink className={classes.test} place={{ tab: 'modules', projectId, versionId, moduleId, testId }}>
      Open test <span dir="auto">{name}</span>
    </PlaceLink>
  );
}

const useTest = ({ testCode }: RunNode) =>
  useIdeState(state => (testCode === undefined ? undefined : snapshotOf(state)?.tests[testCode]));
