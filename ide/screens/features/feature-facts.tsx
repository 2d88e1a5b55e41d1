import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import { unlinkedInWords } from '../../app/feature-links.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureEntry, FeatureScenario } from '../../app/tool-replies.ts';
import { attempt } from '../../commands/command.ts';
import { keepFeature } from '../../commands/feature-edits.ts';
import { deleteFeature } from '../../commands/features.ts';
import { useStepCount } from '../../parts/use-step-count.ts';
import { Banner } from '../../ui/banner.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import classes from './features.module.css';
import { LinkedBar } from './linked-bar.tsx';

interface FeatureFactsProps {
  feature: FeatureEntry;
  scenario: FeatureScenario | undefined;
  place: ProjectPlace;
}

export function FeatureFacts({ feature, scenario, place }: FeatureFactsProps) {
  const { file } = feature;
  // The text view shows them beside their lines.
  const errors = (place.view === 'text' ? undefined : feature.errors) ?? [];
  const scenarios = useMemo(() => (scenario === undefined ? feature.scenarios : [scenario]), [feature, scenario]);
  const header = useIdeState(state => snapshotOf(state)?.features[file]);
  const { linked, steps } = useStepCount(scenarios);
  const lastSync = useIdeState(state => state.lastSync);
  const isForeign = header?.source === 'server';
  return (
    <>
      <div className={`row note ${classes.facts}`}>
        <span dir="auto">{file}</span>
        <span>{isForeign ? 'from the server' : 'local'}</span>
        {isForeign && lastSync !== undefined && (
          <span>
            synced <RelativeTime at={lastSync} />
          </span>
        )}
        <Marks words={(scenario ?? feature).issueKeys} label="Issue keys" />
        <Marks words={scenario === undefined ? [] : otherTags(scenario)} label="Tags" />
        {steps > 0 && (
          <div className={classes.linked}>
            <LinkedBar linked={linked} steps={steps} />
          </div>
        )}
      </div>
      {header?.removed && <Removed feature={feature} />}
      {errors.map(({ line, message }) => (
        <Banner key={`${line} ${message}`} kind="error">
          <span dir="auto">
            {line !== undefined && `Line ${line}: `}
            {message}
          </span>
        </Banner>
      ))}
      {steps > linked && place.view !== 'text' && <Banner>{unlinkedInWords(steps - linked)}</Banner>}
    </>
  );
}

/** Issue keys are shown on their own. */
const otherTags = ({ tags = [], issueKeys }: FeatureScenario): string[] =>
  tags.filter(tag => !issueKeys.some(key => tag.endsWith(key)));

export const Marks = ({ words, label }: { words: readonly string[]; label: string }) =>
  words.length === 0 ? null : (
    <ul className="flex wrap gap-xs plain-list" aria-label={label}>
      {[...new Set(words)].map(word => (
        <li key={word} className={classes.mark} dir="auto">
          {word}
        </li>
      ))}
    </ul>
  );

const WAYS_OUT = [
  { title: 'Keep', act: keepFeature },
  { title: 'Remove', act: deleteFeature },
];

function Removed({ feature }: { feature: FeatureEntry }) {
  const ide = useIde();
  const buttons = WAYS_OUT.map(({ title, act }) => (
    <Button
      key={title}
      size="compact-xs"
      variant="default"
      onClick={() => void attempt(title, () => act(ide, feature))}
    >
      {title}
    </Button>
  ));
  return <Banner actions={buttons}>This feature is no longer on the server. Its links are kept.</Banner>;
}
