import { Anchor } from '@mantine/core';
import type { ComponentProps, ReactNode } from 'react';
import { isUnderWay } from '../../../../model/run/state.ts';
import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { snapshotOf } from '../../../app/state.ts';
import { attempt } from '../../../commands/command.ts';
import { ActedTitle } from '../../../parts/acted-title.tsx';
import { PlaceLink } from '../../../parts/place-link.tsx';
import { durationText, lookOf, StateIcon } from '../../../parts/run-states.tsx';
import { saveFile } from '../../../parts/save-file.ts';
import { lateView } from '../../../ui/late-part.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Findings } from '../findings.tsx';
import { RedStepLink } from '../red-step-link.tsx';
import { fileUrl, VideoPlayer } from '../run-files.tsx';
import { leavesOf, pathTo, placeOf, type RunNode } from '../run-nodes.ts';
import { isScenario, type ShownAction, type ShownFailure, type ShownRun } from '../run-reply.ts';
import { AnsweredDialogs } from './answered-dialogs.tsx';
import { CallDetails } from './call-details.tsx';
import { Candidates } from './candidates.tsx';
import classes from './node-details.module.css';
import { requestText } from './node-text.ts';
import { RepairDetails } from './repair-details.tsx';
import { RunPictures } from './run-pictures.tsx';

const MomentView = lateView(
  async () => (await import('./moment-view.tsx')).MomentView,
  <div className={classes.blank} />,
);

interface NodeDetailsProps {
  run: ShownRun;
  nodes: readonly RunNode[];
  node: RunNode;
  place: ProjectPlace;
}

export function NodeDetails({ run, nodes, node, place }: NodeDetailsProps) {
  const [scenario, ...below] = pathTo(nodes, node.key);
  const path = [scenario, ...below].slice(0, -1).filter(part => part !== undefined);
  const { word, color } = lookOf(node.state);
  // Pages are stored when an item has ended.
  const moment = isUnderWay(run.state) ? undefined : node.action?.moment;
  return (
    <Panel label="Details">
      <div className={classes.details}>
        <header>
          {path.length > 0 && (
            <p className={`flex note ${classes.path}`}>
              {path.map(({ key, title }) => (
                <span key={key} dir="auto">
                  {title}
                </span>
              ))}
            </p>
          )}
          <h2 className={classes.heading}>
            <StateIcon state={node.state} size={18} />
            <span dir="auto">
              {node.kind === 'step' && <span className={classes.lead}>{node.lead} </span>}
              <ActedTitle of={node} />
            </span>
            <span className={classes.headingState} style={{ color }}>
              {word}
              {node.ms !== undefined && ` · ${durationText(node.ms)}`}
            </span>
          </h2>
          <p className={`flex wrap flush ${classes.links}`}>
            <TestLink node={node} place={place} />
            {node.kind !== 'action' && <ScenarioLink of={scenario} place={place} />}
          </p>
        </header>
        {node.example !== undefined && <Example values={node.example} />}
        {node.error !== undefined && (
          <FailureDetails
            error={node.error}
            action={node.action}
            kept={moment === undefined ? undefined : { runId: run.runId, moment }}
          />
        )}
        {node.action?.call !== undefined && <CallDetails call={node.action.call} />}
        {node.state === 'notImplemented' && (
          <NotImplemented node={node} place={scenario?.item && placeOf(scenario.item, place)} />
        )}
        {node.action?.repaired !== undefined && (
          <RepairDetails key={node.key} runId={run.runId} action={node.action} repaired={node.action.repaired} />
        )}
        {node.action !== undefined && moment !== undefined && (
          <MomentView
            run={run}
            place={place}
            action={node.action}
            moment={moment}
            neighbours={neighboursOf(nodes, moment)}
          />
        )}
        {node.video !== undefined && (
          <VideoPlayer
            key={node.video}
            className={classes.picture}
            url={fileUrl(place, run.runId, node.video)}
            name={`Video of ${node.title}`}
          />
        )}
        <RunPictures run={run} place={place} nodes={nodes} node={node} isPageShown={moment !== undefined} />
        {node.action !== undefined && <ActionFacts run={run} place={place} action={node.action} />}
      </div>
    </Panel>
  );
}

/** The later one first, as far as the run has kept them. */
function neighboursOf(nodes: readonly RunNode[], moment: number): number[] {
  const kept = new Set(leavesOf(nodes).map(({ action }) => action?.moment));
  return [moment + 1, moment - 1].filter(each => kept.has(each));
}

/** In full, since titles shorten them. */
const Example = ({ values }: { values: Readonly<Record<string, string>> }) => (
  <dl className={`stack gap-xs flush ${classes.facts}`} aria-label="Values of the example">
    {Object.entries(values).map(([column, value]) => (
      <div key={column}>
        <dt dir="auto">{column}</dt>
        <dd dir="auto">{value}</dd>
      </div>
    ))}
  </dl>
);

interface NotImplementedProps {
  node: RunNode;
  /** Of its scenario. */
  place: ProjectPlace | undefined;
}

const NotImplemented = ({ node: { kind, index, title }, place }: NotImplementedProps) => (
  <div className={classes.hint} data-kind="warning">
    {kind === 'step' ? (
      <>
        <p>No test is linked to this step. Link one, and run the scenario again.</p>
        {place !== undefined && index !== undefined && <RedStepLink step={{ index, text: title }} place={place} />}
      </>
    ) : (
      <p>One of its steps has no test. The steps after it are skipped.</p>
    )}
  </div>
);

function ScenarioLink({ of: scenario, place }: { of: RunNode | undefined; place: ProjectPlace }) {
  if (scenario?.item === undefined || !isScenario(scenario.item)) return null;
  return (
    <PlaceLink className="small accent" place={placeOf(scenario.item, place)}>
      Open scenario <span dir="auto">{scenario.title}</span>
    </PlaceLink>
  );
}

function TestLink({
  node: { testCode, action, kind },
  place: { projectId, versionId },
}: Pick<NodeDetailsProps, 'node' | 'place'>) {
  const test = useIdeState(state => (testCode === undefined ? undefined : snapshotOf(state)?.tests[testCode]));
  const moduleName = useIdeState(state => test && snapshotOf(state)?.modules[test.moduleCode]?.name);
  if (test === undefined) return null;
  const { moduleCode: moduleId, testCode: testId, name } = test;
  const actionId = kind === 'action' ? action?.actionId : undefined;
  return (
    <PlaceLink className="small accent" place={{ tab: 'modules', projectId, versionId, moduleId, testId, actionId }}>
      {action === undefined ? 'Open' : `Open action ${action.actionIndex + 1} of`}{' '}
      <span dir="auto">
        {moduleName} › {name}
      </span>
    </PlaceLink>
  );
}

interface FailureDetailsProps {
  error: ShownFailure;
  action: ShownAction | undefined;
  kept: ComponentProps<typeof Findings>['kept'];
}

function FailureDetails({ error, action, kept }: FailureDetailsProps) {
  const { expected, actual, candidates = [], findings = [], log = [], failedRequests = [], consoleErrors = [] } = error;
  return (
    <section className={classes.failure} aria-label="Failure">
      <p className={classes.message} dir="auto" role="alert">
        {error.headline ?? error.message}
      </p>
      {(expected !== undefined || actual !== undefined) && <Compared expected={expected} actual={actual} />}
      {findings.length > 0 && <Findings findings={findings} kept={kept} />}
      {candidates.length > 0 && (
        <Section title="Nearest elements">
          <Candidates locators={candidates} action={action} />
        </Section>
      )}
      <Lines title="Log" lines={log} />
      <Lines title="Failed requests" lines={failedRequests.map(requestText)} />
      <Lines title="Console errors" lines={consoleErrors} />
    </section>
  );
}

const Compared = ({ expected, actual }: Pick<ShownFailure, 'expected' | 'actual'>) => (
  <dl className={classes.compared}>
    <dt>Expected</dt>
    <dd data-kind="expected" dir="auto">
      {expected ?? 'nothing'}
    </dd>
    <dt>Got</dt>
    <dd data-kind="actual" dir="auto">
      {actual ?? 'nothing'}
    </dd>
  </dl>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className={`small bold ${classes.sub}`}>{title}</h3>
    {children}
  </section>
);

/** As one text: equal lines could not serve as keys. */
const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length === 0 ? null : (
    <Section title={title}>
      <pre className={classes.log} dir="auto">
        {lines.join('\n')}
      </pre>
    </Section>
  );

interface ActionFactsProps {
  run: ShownRun;
  place: ProjectPlace;
  action: ShownAction;
}

const BRANCHES = new Map([
  ['then', 'the If part'],
  ['else', 'the Else part'],
  ['none', 'nothing'],
]);

function ActionFacts({ run, place, action }: ActionFactsProps) {
  const { dialogs, note, wrote, file, branch, round, actionId, moment } = action;
  return (
    <dl className={`stack gap-xs flush ${classes.facts}`}>
      <Fact name="Dialogs">{moment === undefined && dialogs && <AnsweredDialogs dialogs={dialogs} />}</Fact>
      <Fact name="Note">{note}</Fact>
      <Fact name="Wrote">{wrote}</Fact>
      <Fact name="Ran">{branch && BRANCHES.get(branch)}</Fact>
      <Fact name="Round">{round}</Fact>
      <Fact name="File">
        {file !== undefined && <SavedFile url={fileUrl(place, run.runId, file)} name={file.replace(/^.*\//, '')} />}
      </Fact>
      <Fact name="Action ID">{actionId}</Fact>
    </dl>
  );
}

function SavedFile({ url, name }: { url: string; name: string }) {
  const { session } = useIde();
  const save = () => attempt(`Download ${name}`, () => saveFile(session, url, name));
  return (
    <Anchor component="button" type="button" inherit onClick={() => void save()}>
      {name}
    </Anchor>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) =>
  children === undefined || children === false ? null : (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
