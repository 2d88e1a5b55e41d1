import { Button, SegmentedControl, Title } from '@mantine/core';
import { useMemo } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { scenariosAt } from '../../app/feature-links.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { useRead } from '../../app/queries.ts';
import { showUndo } from '../../app/toasts.tsx';
import type { FeatureEntry, FeatureScenario } from '../../app/tool-replies.ts';
import { attempt, perform } from '../../commands/command.ts';
import { createFeature } from '../../commands/feature-edits.ts';
import { COMMANDS } from '../../commands/index.ts';
import { GoneHint } from '../../parts/gone-hint.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { StateIcon } from '../../parts/run-states.tsx';
import { useStepCount } from '../../parts/use-step-count.ts';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { FeaturesIcon } from '../../ui/icons.ts';
import { lateView } from '../../ui/late-part.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { FeatureFacts } from './feature-facts.tsx';
import { nameOf } from './feature-items.ts';
import classes from './features.module.css';
import tables from './linking/step.module.css';
import { RunButton } from './run-button.tsx';
import { Scenarios } from './scenarios.tsx';
import { useUnsavedText } from './use-unsaved-text.ts';

/** Its editor is larger than the rest of the screen. */
const TextView = lateView(
  async () => (await import('./text/text-view.tsx')).TextView,
  <SkeletonRows count={8} label="Loading the editor" />,
);

interface FeaturePaneProps {
  features: readonly FeatureEntry[];
  place: ProjectPlace;
}

export function FeaturePane({ features, place }: FeaturePaneProps) {
  const feature = features.find(({ featureCode }) => featureCode === place.feature);
  const scenario = feature?.scenarios.find(one => one.scenario === place.scenario);
  if (place.feature === undefined) return <NothingChosen features={features} />;
  if (feature === undefined) return <NotThere code={place.feature} place={place} />;
  if (place.scenario !== undefined && scenario === undefined)
    return (
      <Panel label="Steps">
        <GoneHint what={`scenario ${place.scenario}`} place={{ ...allOf(place), feature: place.feature }} isScreen>
          The feature “{nameOf(feature)}”
        </GoneHint>
      </Panel>
    );
  return (
    <Panel label="Steps" head={<FeatureHead feature={feature} scenario={scenario} place={place} />}>
      <FeatureFacts feature={feature} scenario={scenario} place={place} />
      <Body feature={feature} scenario={scenario} place={place} />
    </Panel>
  );
}

const allOf = ({ tab, projectId, versionId }: ProjectPlace): ProjectPlace => ({ tab, projectId, versionId });

function NotThere({ code, place }: { code: string; place: ProjectPlace }) {
  const unsaved = useUnsavedText(code);
  return (
    <Panel label="Steps">
      {unsaved === undefined ? (
        <GoneHint what={`feature ${code}`} place={allOf(place)} isScreen>
          Features of the project
        </GoneHint>
      ) : (
        <GoneText feature={code} text={unsaved.text} />
      )}
    </Panel>
  );
}

interface BodyProps {
  feature: FeatureEntry;
  scenario: FeatureScenario | undefined;
  place: ProjectPlace;
}

function Body({ feature, scenario, place }: BodyProps) {
  if (place.view === 'text') return <TextView feature={feature} place={place} />;
  if (place.view === 'examples' && scenario?.rows !== undefined)
    return <Examples feature={feature} scenario={scenario} />;
  if (feature.scenarios.length === 0) return <NoScenarios feature={feature} place={place} />;
  return (
    <Scenarios
      key={place.scenario ?? place.feature}
      scenarios={scenario === undefined ? feature.scenarios : [scenario]}
      place={place}
    />
  );
}

function NoScenarios({ feature: { errors = [] }, place }: Omit<BodyProps, 'scenario'>) {
  const { navigation } = useIde();
  const isBroken = errors.length > 0;
  return (
    <Hint
      title={isBroken ? 'The file cannot be read' : 'No scenarios yet'}
      actions={
        <Button size="xs" onClick={() => navigation.go({ ...place, view: 'text' })}>
          {isBroken ? 'Show its text' : 'Write some'}
        </Button>
      }
    >
      {isBroken
        ? 'Open its text to see what is wrong. Other features are not affected.'
        : 'Write them in the text of the feature.'}
    </Hint>
  );
}

function NothingChosen({ features }: Pick<FeaturePaneProps, 'features'>) {
  const ide = useIde();
  const { linked, steps } = useStepCount(useMemo(() => scenariosAt(features, {}), [features]));
  return (
    <Panel label="Steps">
      <Hint
        title="Choose a feature or a scenario"
        isScreen
        icon={<FeaturesIcon size={22} aria-hidden />}
        actions={
          linked < steps && (
            <Button size="xs" variant="default" onClick={() => void perform(COMMANDS.openLinkingDesk, ide)}>
              Link red steps
            </Button>
          )
        }
      >
        {linked} of {steps} steps in {features.length === 1 ? '1 feature' : `${features.length} features`} are linked.
      </Hint>
    </Panel>
  );
}

interface FeatureHeadProps {
  feature: FeatureEntry;
  scenario: FeatureScenario | undefined;
  place: ProjectPlace;
}

function FeatureHead({ feature, scenario, place }: FeatureHeadProps) {
  const { featureCode } = feature;
  const name = nameOf(feature);
  return (
    <>
      <Title order={1} size="sm" className="grow may-shrink ellipsis">
        {scenario === undefined ? (
          <span dir="auto">{name}</span>
        ) : (
          <>
            <PlaceLink
              place={{ ...place, scenario: undefined, view: undefined }}
              className={`plain-link ${classes.link}`}
            >
              <span className="dim regular" dir="auto">
                {name}
              </span>
            </PlaceLink>
            <span className="dim regular"> › </span>
            <span dir="auto">
              <span className="dim regular">{scenario.keyword}: </span>
              <span dir="auto">{scenario.name}</span>
            </span>
          </>
        )}
      </Title>
      <Views scenario={scenario} place={place} />
      <RunButton
        name={scenario === undefined ? `feature ${name}` : `scenario ${scenario.name}`}
        what={scenario === undefined ? { features: [featureCode] } : { scenarios: [scenario.scenario] }}
      />
    </>
  );
}

function Views({ scenario, place }: Pick<FeatureHeadProps, 'scenario' | 'place'>) {
  const { navigation } = useIde();
  const { rows } = scenario ?? {};
  const views = [
    { value: 'steps', label: 'Steps' },
    { value: 'text', label: 'Text' },
    ...(rows === undefined ? [] : [{ value: 'examples', label: `Examples ${rows}` }]),
  ];
  const shown = views.find(({ value }) => value === place.view)?.value ?? 'steps';
  const go = (value: string) => {
    const view = value === 'text' || value === 'examples' ? value : undefined;
    navigation.go({ ...place, view });
  };
  return (
    <SegmentedControl size="xs" aria-label="View" value={shown} onChange={go} data={views} className="fixed-size" />
  );
}

function GoneText({ feature, text }: { feature: string; text: string }) {
  const ide = useIde();
  const make = async () => {
    await createFeature(ide, { text });
    ide.texts.discard(feature);
  };
  return (
    <Hint
      title="Somebody else deleted this feature"
      actions={
        <>
          <Button size="xs" onClick={() => void attempt('Recreate it', make)}>
            Recreate it
          </Button>
          <Button
            size="xs"
            variant="default"
            onClick={() => showUndo('Your changes were discarded', ide.texts.discard(feature))}
          >
            Discard
          </Button>
        </>
      }
    >
      What you wrote in it is not saved.
    </Hint>
  );
}

interface ExamplesProps {
  feature: FeatureEntry;
  scenario: FeatureScenario;
}

function Examples({ feature, scenario: { scenario, columns = [], examples } }: ExamplesProps) {
  const { reply, again } = useCells(feature.featureCode, examples === undefined);
  const states = useIdeState(({ results }) => results.rows[scenario]);
  if (examples === undefined && reply.phase === 'failed')
    return <Failure title="The examples cannot be shown" message={reply.message} onRetry={again} />;
  if (examples === undefined) return <SkeletonRows count={4} label="Loading the examples" />;
  return (
    <div className={`fill scroll ${classes.examples}`}>
      <table className={tables.table} aria-label="Examples">
        <thead>
          <tr>
            <th scope="col">
              <span className="dim regular">Row</span>
            </th>
            {columns.map(column => (
              <th key={column} scope="col" dir="auto">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {examples.map(({ values, tags }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity
            <tr key={row} title={tags.length === 0 ? undefined : tags.join(' ')}>
              <th scope="row">
                <span className={tables.rowButton}>
                  {row + 1}
                  <RunButton name={`row ${row + 1}`} what={{ scenarios: [`${scenario}.r${row}`] }} />
                  <RowState state={states?.[row]} />
                </span>
              </th>
              {columns.map(column => (
                <td key={column} dir="auto">
                  {values[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const RowState = ({ state }: { state: string | undefined }) => (
  <span className={tables.state}>{state !== undefined && <StateIcon state={state} />}</span>
);

/** Lists leave the cells out, so the feature is read by itself. */
function useCells(featureCode: string, isWanted: boolean) {
  const { features } = useIde();
  return useRead(() => features.read(featureCode), [featureCode], { isWanted });
}
