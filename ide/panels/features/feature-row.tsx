import type { ItemInstance } from '@headless-tree/core';
import { useMemo } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { StepCount } from '../../app/feature-links.ts';
import { isUnsaved } from '../../app/feature-texts.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureScenario } from '../../app/tool-replies.ts';
import { FeaturesIcon, WarningIcon } from '../../ui/icons.ts';
import { useStepCount } from '../linking/use-step-count.ts';
import rows from '../shared/tree.module.css';
import { FoldIcons, type RowPlace, TreeRow } from '../shared/tree-row.tsx';
import { type FeatureItem, featureOf } from './feature-items.ts';
import classes from './feature-tree.module.css';
import type { Outcome } from './outcome.ts';
import { OutcomeIcon, outcomeWords } from './outcome-icon.tsx';
import { useOutcome } from './use-outcome.ts';

interface FeatureRowProps {
  item: ItemInstance<FeatureItem>;
  place: RowPlace;
  /** What the address shows. */
  shown: ProjectPlace;
  isSelected: boolean;
}

/** A feature or a scenario: how much of it is linked, and how it ended. */
export function FeatureRow({ item, place, shown, isSelected }: FeatureRowProps) {
  const { navigation } = useIde();
  const data = item.getItemData();
  const facts = useFacts(data);
  const open = () => {
    const isScenario = data.kind === 'scenario';
    const feature = isScenario ? featureOf(data.code) : data.code;
    navigation.goWithin({
      tab: 'features',
      feature,
      scenario: isScenario ? data.code : undefined,
      view: viewOf(shown),
      filter: shown.filter,
      shown: shown.shown,
    });
  };
  return (
    <TreeRow
      item={item}
      place={place}
      label={labelOf(data, facts)}
      isSelected={isSelected}
      isRemoved={facts.isRemoved}
      onOpen={open}
    >
      <RowIcon item={item} />
      <span className={rows.name} dir="auto">
        {data.name}
      </span>
      {facts.isUnsaved && <span className={classes.unsaved} title="Its text is not saved" />}
      {facts.hasErrors && <WarningIcon size={14} aria-hidden className={classes.warning} />}
      <Count count={facts.count} />
      {facts.outcome !== undefined && <OutcomeIcon outcome={facts.outcome} />}
    </TreeRow>
  );
}

/** Texts stay in view from feature to feature; examples belong to one scenario. */
const viewOf = ({ view }: ProjectPlace) => (view === 'text' ? view : undefined);

interface Facts {
  count: StepCount;
  outcome: Outcome | undefined;
  isRemoved: boolean;
  hasErrors: boolean;
  isUnsaved: boolean;
}

const NONE: readonly FeatureScenario[] = [];

const scenariosOf = (item: FeatureItem): readonly FeatureScenario[] => {
  if (item.kind === 'feature') return item.feature.scenarios;
  return item.kind === 'scenario' ? [item.scenario] : NONE;
};

function useFacts(item: FeatureItem): Facts {
  const scenarios = useMemo(() => scenariosOf(item), [item]);
  const count = useStepCount(scenarios);
  const outcome = useOutcome(scenarios);
  const isRemoved = useIdeState(
    now => item.kind === 'feature' && snapshotOf(now)?.features[item.feature.file]?.removed === true,
  );
  const hasErrors = item.kind === 'feature' && (item.feature.errors ?? []).length > 0;
  const isTextUnsaved = useIdeState(now => item.kind === 'feature' && isUnsaved(now, item.code));
  return { count, outcome, isRemoved, hasErrors, isUnsaved: isTextUnsaved };
}

const Count = ({ count: { linked, steps } }: { count: StepCount }) =>
  steps === 0 ? null : (
    <span className={rows.count} data-red={linked < steps || undefined}>
      {linked}/{steps}
    </span>
  );

function labelOf(item: FeatureItem, { count: { linked, steps }, outcome, ...facts }: Facts): string {
  const words = [
    `${item.kind === 'feature' ? 'Feature' : 'Scenario'} ${item.name}`,
    steps === 0 ? 'no steps' : `${linked} of ${steps} steps linked`,
    ...(facts.hasErrors ? ['cannot be read'] : []),
    ...(facts.isUnsaved ? ['text not saved'] : []),
    ...(facts.isRemoved ? ['no longer on the server'] : []),
    ...(outcome === undefined ? [] : [outcomeWords(outcome)]),
  ];
  return words.join(', ');
}

function RowIcon({ item }: { item: ItemInstance<FeatureItem> }) {
  const data = item.getItemData();
  if (data.kind !== 'feature') return <span className={classes.leaf} />;
  const isEmpty = data.feature.scenarios.length === 0;
  return <FoldIcons isOpen={item.isExpanded()} isEmpty={isEmpty} icon={FeaturesIcon} />;
}
