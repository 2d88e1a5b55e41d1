import { Button } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { scenariosAt } from '../../app/feature-links.ts';
import { textOf } from '../../app/feature-texts.ts';
import type { ProjectPlace } from '../../app/places.ts';
import type { FeatureEntry, FeatureScenario } from '../../app/tool-replies.ts';
import { perform } from '../../commands/command.ts';
import { COMMANDS } from '../../commands/index.ts';
import { Hint } from '../../ui/hint.tsx';
import { FeaturesIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { useStepCount } from '../linking/use-step-count.ts';
import { Examples } from './examples.tsx';
import { FeatureFacts } from './feature-facts.tsx';
import { FeatureHead } from './feature-head.tsx';
import { Scenarios } from './scenarios.tsx';
import { GoneText } from './text/gone-text.tsx';

/** With its editor, which is larger than all the rest of the screen. */
const TextView = lazy(async () => ({ default: (await import('./text/text-view.tsx')).TextView }));

interface FeaturePaneProps {
  features: readonly FeatureEntry[];
  place: ProjectPlace;
}

/** The chosen scenario, or all of the chosen feature. */
export function FeaturePane({ features, place }: FeaturePaneProps) {
  const feature = features.find(({ featureCode }) => featureCode === place.feature);
  const scenario = feature?.scenarios.find(one => one.scenario === place.scenario);
  if (place.feature === undefined) return <NothingChosen features={features} />;
  if (feature === undefined) return <NotThere code={place.feature} />;
  if (place.scenario !== undefined && scenario === undefined)
    return (
      <Panel label="Steps">
        <Hint title="It is not there">There is no scenario {place.scenario} in this version.</Hint>
      </Panel>
    );
  return (
    <Panel label="Steps" head={<FeatureHead feature={feature} scenario={scenario} place={place} />}>
      <FeatureFacts feature={feature} scenario={scenario} place={place} />
      <Body feature={feature} scenario={scenario} place={place} />
    </Panel>
  );
}

function NotThere({ code }: { code: string }) {
  const unsaved = useIdeState(state => textOf(state, code)?.mine?.text);
  return (
    <Panel label="Steps">
      {unsaved === undefined ? (
        <Hint title="It is not there">There is no feature {code} in this version.</Hint>
      ) : (
        <GoneText feature={code} text={unsaved} />
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
  if (place.view === 'text')
    return (
      <Suspense fallback={<SkeletonRows count={8} label="The editor is being loaded" />}>
        <TextView feature={feature} place={place} />
      </Suspense>
    );
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
        ? 'Its text shows what stands there. The other features keep working.'
        : 'Its text is the place for them.'}
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
