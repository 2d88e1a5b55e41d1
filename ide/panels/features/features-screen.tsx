import { Text, Title } from '@mantine/core';
import { useIde, useIdeState } from '../../app/context.tsx';
import { redSteps } from '../../app/feature-links.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { readFeatures } from '../../app/side-facts.ts';
import type { FeatureEntry } from '../../app/tool-replies.ts';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { FeaturesIcon, WarningIcon } from '../../ui/icons.ts';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { PlaceLink } from '../shared/place-link.tsx';
import classes from './features.module.css';
import { RunButton } from './run-button.tsx';
import { Scenario } from './scenario.tsx';

/** All features with their steps: black ones are linked to tests, red ones are not. */
export function FeaturesScreen({ place }: { place: ProjectPlace }) {
  const ide = useIde();
  const features = useIdeState(state => state.features);
  const isKnown = useIdeState(state => !state.unknownTools.has('getFeatures'));
  if (!isKnown) return <Hint title="This service has no features">It is older than this page.</Hint>;
  if (features.phase === 'failed')
    return (
      <Failure title="The features cannot be shown" message={features.message} onRetry={() => readFeatures(ide)} />
    );
  if (features.phase === 'loading') return <SkeletonPage label="The features are being read" boxes={2} rows={6} />;
  if (features.value.length === 0)
    return (
      <Hint title="No features" icon={<FeaturesIcon size={22} aria-hidden />}>
        Put .feature files into <code>versions/{place.versionId ?? 'main'}/features</code> of the project.
      </Hint>
    );
  return (
    <div className={classes.screen}>
      <Title order={1} size="lg">
        Features
      </Title>
      {features.value.map(feature => (
        <Feature key={feature.featureCode} feature={feature} place={place} />
      ))}
    </div>
  );
}

interface FeatureProps {
  feature: FeatureEntry;
  place: ProjectPlace;
}

function Feature({ feature, place }: FeatureProps) {
  const { featureCode, name, file, scenarios, errors = [] } = feature;
  const steps = scenarios.flatMap(scenario => scenario.steps);
  const linked = steps.filter(step => step.linked).length;
  const here = { projectId: place.projectId, versionId: place.versionId, tab: 'features' as const };
  return (
    <section
      className={classes.feature}
      aria-labelledby={`feature-${featureCode}`}
      data-chosen={place.feature === featureCode || undefined}
    >
      <header className={classes.head}>
        <Title order={2} size="md" id={`feature-${featureCode}`}>
          <PlaceLink place={{ ...here, feature: featureCode }} className={classes.link}>
            <span className="foreign">{name || file}</span>
          </PlaceLink>
        </Title>
        <Text size="xs" c="dimmed" className="foreign">
          {file}
        </Text>
        <span className={classes.count} data-red={linked < steps.length || undefined}>
          {linked} of {steps.length} steps linked
        </span>
        <RunButton name={`feature ${name || file}`} place={{ ...here, feature: featureCode }} />
      </header>
      {errors.map(({ line, message }) => (
        <p key={`${line} ${message}`} className={classes.error} role="alert">
          <WarningIcon size={14} aria-hidden />
          <span className="foreign">
            {line !== undefined && `Line ${line}: `}
            {message}
          </span>
        </p>
      ))}
      {place.feature === featureCode && <RedBanner count={redSteps(feature, place.scenario)} />}
      {scenarios.map(scenario => (
        <Scenario
          key={scenario.scenario}
          scenario={scenario}
          place={{ ...here, feature: featureCode, scenario: scenario.scenario }}
          isChosen={place.scenario === scenario.scenario}
        />
      ))}
    </section>
  );
}

/** Runs go on without them. */
function RedBanner({ count }: { count: number }) {
  if (count === 0) return null;
  const words = count === 1 ? '1 step is not linked: it' : `${count} steps are not linked: they`;
  return (
    <p className={classes.banner} role="status">
      <WarningIcon size={14} aria-hidden />
      {words} will be reported as not implemented.
    </p>
  );
}
