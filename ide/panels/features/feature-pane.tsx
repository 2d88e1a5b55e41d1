import { useIdeState } from '../../app/context.tsx';
import { countSteps, scenariosAt } from '../../app/feature-links.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureEntry, FeatureScenario } from '../../app/tool-replies.ts';
import { Hint } from '../../ui/hint.tsx';
import { FeaturesIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import { Examples } from './examples.tsx';
import { FeatureFacts } from './feature-facts.tsx';
import { FeatureHead } from './feature-head.tsx';
import { FeatureText } from './feature-text.tsx';
import { Scenarios } from './scenarios.tsx';

interface FeaturePaneProps {
  features: readonly FeatureEntry[];
  place: ProjectPlace;
}

/** The chosen scenario, or all of the chosen feature. */
export function FeaturePane({ features, place }: FeaturePaneProps) {
  const feature = features.find(({ featureCode }) => featureCode === place.feature);
  const scenario = feature?.scenarios.find(one => one.scenario === place.scenario);
  if (place.feature === undefined) return <NothingChosen features={features} />;
  if (feature === undefined || (place.scenario !== undefined && scenario === undefined))
    return (
      <Panel label="Steps">
        <Hint title="It is not there">
          There is no {feature === undefined ? `feature ${place.feature}` : `scenario ${place.scenario}`} in this
          version.
        </Hint>
      </Panel>
    );
  return (
    <Panel label="Steps" head={<FeatureHead feature={feature} scenario={scenario} place={place} />}>
      <FeatureFacts feature={feature} scenario={scenario} place={place} />
      <Body feature={feature} scenario={scenario} place={place} />
    </Panel>
  );
}

interface BodyProps {
  feature: FeatureEntry;
  scenario: FeatureScenario | undefined;
  place: ProjectPlace;
}

function Body({ feature, scenario, place }: BodyProps) {
  if (place.view === 'text') return <FeatureText feature={feature} />;
  if (place.view === 'examples' && scenario?.rows !== undefined)
    return <Examples feature={feature} scenario={scenario} />;
  if (feature.scenarios.length === 0) return <NoScenarios feature={feature} />;
  return (
    <Scenarios key={place.scenario} scenarios={scenario === undefined ? feature.scenarios : [scenario]} place={place} />
  );
}

const NoScenarios = ({ feature: { errors = [] } }: { feature: FeatureEntry }) =>
  errors.length > 0 ? (
    <Hint title="The file cannot be read">Its text shows what stands there. The other features keep working.</Hint>
  ) : (
    <Hint title="No scenarios yet">Its text is the place to write some.</Hint>
  );

function NothingChosen({ features }: Pick<FeaturePaneProps, 'features'>) {
  const linked = useIdeState(state => countSteps(snapshotOf(state) ?? NO_LINKS, scenariosAt(features, {})).linked);
  const { steps } = countSteps(NO_LINKS, scenariosAt(features, {}));
  return (
    <Panel label="Steps">
      <Hint title="Choose a feature or a scenario" icon={<FeaturesIcon size={22} aria-hidden />}>
        {linked} of {steps} steps in {features.length === 1 ? '1 feature' : `${features.length} features`} are linked.
      </Hint>
    </Panel>
  );
}

const NO_LINKS = { links: {}, tests: {} };
