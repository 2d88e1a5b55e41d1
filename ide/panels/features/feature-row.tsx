import type { ItemInstance } from '@headless-tree/core';
import { type KeyboardEvent, type MouseEvent, useMemo } from 'react';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { StepCount } from '../../app/feature-links.ts';
import { isUnsaved } from '../../app/feature-texts.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureScenario } from '../../app/tool-replies.ts';
import { worstState } from '../../app/updates/run.ts';
import { ChevronRightIcon, FeaturesIcon, WarningIcon } from '../../ui/icons.ts';
import { lookOf, StateIcon } from '../shared/run-states.tsx';
import { type FeatureItem, featureOf } from './feature-items.ts';
import classes from './feature-tree.module.css';
import { useStepCount } from './use-step-count.ts';

interface FeatureRowProps {
  item: ItemInstance<FeatureItem>;
  top: number;
  height: number;
  place: ProjectPlace;
  isSelected: boolean;
}

const INDENT_PX = 16;

/** A feature or a scenario: how much of it is linked, and how it ended. */
export function FeatureRow({ item, top, height, place, isSelected }: FeatureRowProps) {
  const { navigation } = useIde();
  const data = item.getItemData();
  const facts = useFacts(data);
  const { onClick, ...props } = item.getProps();
  const open = (event: MouseEvent | KeyboardEvent) => {
    onClick(event);
    const isScenario = data.kind === 'scenario';
    const feature = isScenario ? featureOf(data.code) : data.code;
    navigation.goWithin({
      tab: 'features',
      feature,
      scenario: isScenario ? data.code : undefined,
      view: viewOf(place),
    });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isMeant = event.key === 'Enter' || event.key === ' ';
    if (!isMeant || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    open(event);
  };
  return (
    <div
      {...props}
      role="treeitem"
      className={classes.row}
      style={{
        height,
        transform: `translateY(${top}px)`,
        paddingInlineStart: 6 + item.getItemMeta().level * INDENT_PX,
      }}
      aria-selected={isSelected}
      aria-label={labelOf(data, facts)}
      data-removed={facts.isRemoved || undefined}
      onClick={open}
      onKeyDown={onKeyDown}
      onFocus={() => item.setFocused()}
      onContextMenu={() => item.setFocused()}
    >
      <RowIcon item={item} />
      <span className={`${classes.name} foreign`}>{data.name}</span>
      {facts.isUnsaved && <span className={classes.unsaved} title="Its text is not saved" />}
      {facts.hasErrors && <WarningIcon size={14} aria-hidden className={classes.warning} />}
      <Count count={facts.count} />
      {facts.state !== undefined && <StateIcon state={facts.state} />}
    </div>
  );
}

/** Texts stay in view from feature to feature; examples belong to one scenario. */
const viewOf = ({ view }: ProjectPlace) => (view === 'text' ? view : undefined);

interface Facts {
  count: StepCount;
  state: string | undefined;
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
  const states = useIdeState(({ results }) => results.scenarios);
  const state = useMemo(() => worstState(scenarios.map(({ scenario }) => states[scenario])), [scenarios, states]);
  const isRemoved = useIdeState(
    now => item.kind === 'feature' && snapshotOf(now)?.features[item.feature.file]?.removed === true,
  );
  const hasErrors = item.kind === 'feature' && (item.feature.errors ?? []).length > 0;
  const isTextUnsaved = useIdeState(now => item.kind === 'feature' && isUnsaved(now, item.code));
  return { count, state, isRemoved, hasErrors, isUnsaved: isTextUnsaved };
}

const Count = ({ count: { linked, steps } }: { count: StepCount }) =>
  steps === 0 ? null : (
    <span className={classes.count} data-red={linked < steps || undefined}>
      {linked}/{steps}
    </span>
  );

function labelOf(item: FeatureItem, { count: { linked, steps }, state, ...facts }: Facts): string {
  const words = [
    `${item.kind === 'feature' ? 'Feature' : 'Scenario'} ${item.name}`,
    steps === 0 ? 'no steps' : `${linked} of ${steps} steps linked`,
    ...(facts.hasErrors ? ['cannot be read'] : []),
    ...(facts.isUnsaved ? ['text not saved'] : []),
    ...(facts.isRemoved ? ['no longer on the server'] : []),
    ...(state === undefined ? [] : [lookOf(state).word]),
  ];
  return words.join(', ');
}

function RowIcon({ item }: { item: ItemInstance<FeatureItem> }) {
  const data = item.getItemData();
  if (data.kind !== 'feature') return <span className={classes.leaf} />;
  return (
    <>
      <ChevronRightIcon
        size={14}
        aria-hidden
        className={classes.chevron}
        data-open={item.isExpanded() || undefined}
        data-empty={data.feature.scenarios.length === 0 || undefined}
      />
      <FeaturesIcon size={16} aria-hidden className={classes.file} />
    </>
  );
}
