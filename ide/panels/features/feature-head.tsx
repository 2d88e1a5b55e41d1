import { SegmentedControl, Title } from '@mantine/core';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import type { FeatureEntry, FeatureScenario } from '../../app/tool-replies.ts';
import { PlaceLink } from '../shared/place-link.tsx';
import { nameOf } from './feature-items.ts';
import classes from './features.module.css';
import { RunButton } from './run-button.tsx';

interface FeatureHeadProps {
  feature: FeatureEntry;
  scenario: FeatureScenario | undefined;
  place: ProjectPlace;
}

/** What is shown, in which of its views, and the button that runs it. */
export function FeatureHead({ feature, scenario, place }: FeatureHeadProps) {
  const { featureCode } = feature;
  const name = nameOf(feature);
  return (
    <>
      <Title order={1} size="sm" className={classes.title}>
        {scenario === undefined ? (
          <span dir="auto">{name}</span>
        ) : (
          <>
            <PlaceLink place={{ ...place, scenario: undefined, view: undefined }} className={classes.link}>
              <span className={classes.quiet} dir="auto">
                {name}
              </span>
            </PlaceLink>
            <span className={classes.quiet}> › </span>
            <span dir="auto">
              <span className={classes.quiet}>{scenario.keyword}: </span>
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
    <SegmentedControl size="xs" aria-label="View" value={shown} onChange={go} data={views} className={classes.views} />
  );
}
