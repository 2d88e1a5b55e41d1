import type { ItemInstance } from '@headless-tree/core';
import { type DragEvent, useDeferredValue, useMemo } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import type { StepCount } from '../../app/feature-links.ts';
import { type FeatureFilter, LONGEST_FILTER, type ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import type { FeatureEntry, FeatureScenario } from '../../app/tool-replies.ts';
import { COMMANDS } from '../../commands/index.ts';
import { showRedSteps } from '../../commands/link-step.ts';
import { CommandButton, MoreMenu, TreeMenu } from '../../parts/command-button.tsx';
import { dragOfParts } from '../../parts/part-drag.ts';
import { ShownMenu } from '../../parts/shown-menu.tsx';
import rows from '../../parts/tree.module.css';
import { TreeFilter } from '../../parts/tree-filter.tsx';
import { FoldIcons, type RowPlace, TreeRow, TreeRows } from '../../parts/tree-rows.tsx';
import { useStepCount } from '../../parts/use-step-count.ts';
import { useIsWatched, WatchedMark } from '../../parts/watched-mark.tsx';
import { Hint } from '../../ui/hint.tsx';
import { AddIcon, FeaturesIcon, SearchIcon, WarningIcon } from '../../ui/icons.ts';
import { Panel } from '../../ui/panel.tsx';
import {
  FEATURES_SHOWN,
  type FeatureChildren,
  type FeatureItem,
  featureOf,
  filterFeatures,
  filterKey,
  ROOT,
} from './feature-items.ts';
import classes from './feature-tree.module.css';
import { useFeatureFilter } from './linking/use-feature-filter.ts';
import type { FeatureOutcome } from './outcome.ts';
import { OutcomeIcon, outcomeWords, useOutcome } from './outcome-icon.tsx';
import { useFeatureTree } from './use-feature-tree.ts';
import { useUnsavedText } from './use-unsaved-text.ts';

interface FeatureTreeProps {
  snapshot: ProjectSnapshot;
  features: readonly FeatureEntry[];
  place: ProjectPlace;
}

export function FeatureTree({ snapshot, features, place }: FeatureTreeProps) {
  const ide = useIde();
  const [filter, setFilter] = useFeatureFilter(place);
  // Typing must not wait for the rows.
  const applied = useDeferredValue(filter);
  const { children, problem } = useFiltered(snapshot, features, applied);
  const onFilter = (next: FeatureFilter) => {
    const asksForRed = next.shown === 'red' && filter.shown !== 'red' && next.text === '';
    if (asksForRed && place.feature === undefined) showRedSteps(ide);
    else setFilter(next);
  };
  return (
    <Panel label="Features" head={<TreeHead filter={filter} onFilter={onFilter} problem={problem} />}>
      {children.get(ROOT)?.length === 0 ? (
        <NothingFound filter={applied} />
      ) : (
        <Rows {...{ features, place }} filter={filterKey(applied)} typed={filterKey(filter)} shown={children} />
      )}
    </Panel>
  );
}

/** Tags that cannot be read filter nothing; `problem` says why. */
function useFiltered(
  { links, tests }: ProjectSnapshot,
  features: readonly FeatureEntry[],
  filter: FeatureFilter,
): { children: FeatureChildren; problem?: string } {
  const states = useIdeState(({ results }) => results.scenarios);
  // Each link and each run changes these, but only some filters depend on them.
  const [known, ran] = [
    filter.shown === 'red' ? { links, tests } : NO_LINKS,
    filter.shown === 'failed' ? states : NONE,
  ];
  const { links: usedLinks, tests: usedTests } = known;
  return useMemo(() => {
    const facts = { links: usedLinks, tests: usedTests, states: ran };
    try {
      return { children: filterFeatures(features, filter, facts) };
    } catch (error) {
      if (!isAppError(error)) throw error;
      return { children: filterFeatures(features, { ...filter, text: '' }, facts), problem: error.message };
    }
  }, [features, filter, usedLinks, usedTests, ran]);
}

const NO_LINKS = { links: {}, tests: {} };
const NONE = {};

const WORDS = {
  all: 'No feature or scenario has this in its name, code, issue key or tags.',
  red: 'All steps that match the filter are linked.',
  failed: 'None of them failed the last time it ran.',
} as const;

const NothingFound = ({ filter: { shown } }: { filter: FeatureFilter }) => (
  <Hint title={shown === 'red' ? 'No red steps' : 'No matches'}>{WORDS[shown]}</Hint>
);

const { runSelected, watch, stopWatching, editText, addToSuite, rename, copyCode, copyLink } = COMMANDS;
const OF_ROWS = [runSelected, watch, stopWatching, editText, addToSuite, rename, copyCode, copyLink];

interface FeatureRowsProps extends Omit<FeatureTreeProps, 'snapshot'> {
  shown: FeatureChildren;
  filter: string;
  typed: string;
}

function Rows({ features, place, shown, filter, typed }: FeatureRowsProps) {
  const given = { features, children: shown, filter, typed, place };
  const { tree, selected, ...rows } = useFeatureTree(given);
  return (
    <TreeRows
      {...rows}
      tree={tree}
      label="Features and scenarios"
      menu={drawn => <TreeMenu commands={OF_ROWS}>{drawn}</TreeMenu>}
      row={(item, at) => <FeatureRow item={item} place={at} shown={place} isSelected={item.getId() === selected} />}
    />
  );
}

const TITLES: Record<FeatureFilter['shown'], string> = {
  all: 'All',
  red: 'With red steps',
  failed: 'Failed the last time',
};

interface TreeHeadProps {
  filter: FeatureFilter;
  onFilter(filter: FeatureFilter): void;
  problem: string | undefined;
}

function TreeHead({ filter, onFilter, problem }: TreeHeadProps) {
  return (
    <>
      <TreeFilter
        label="Filter features and scenarios"
        placeholder="Filter, or @tag"
        leftSection={<SearchIcon size={14} aria-hidden />}
        text={filter.text}
        onText={text => onFilter({ ...filter, text })}
        maxLength={LONGEST_FILTER}
        error={problem}
      />
      <ShownMenu
        titles={TITLES}
        options={FEATURES_SHOWN}
        shown={filter.shown}
        onShown={shown => onFilter({ ...filter, shown })}
      />
      <CommandButton command={COMMANDS.newFeature} icon={<AddIcon size={17} />} label="New feature" />
      <MoreMenu
        label="More about the features"
        commands={[COMMANDS.importFeatures, COMMANDS.pushFeatures, COMMANDS.openLinkingDesk]}
      />
    </>
  );
}

interface FeatureRowProps {
  item: ItemInstance<FeatureItem>;
  place: RowPlace;
  shown: ProjectPlace;
  isSelected: boolean;
}

function FeatureRow({ item, place, shown, isSelected }: FeatureRowProps) {
  const ide = useIde();
  const data = item.getItemData();
  const facts = useFacts(data);
  const open = () => {
    const isScenario = data.kind === 'scenario';
    const feature = isScenario ? featureOf(data.code) : data.code;
    ide.navigation.goWithin({
      tab: 'features',
      feature,
      scenario: isScenario ? data.code : undefined,
      view: viewOf(shown),
      filter: shown.filter,
      shown: shown.shown,
    });
  };
  const onDragStart = ({ dataTransfer }: DragEvent) => {
    const { format, data: codes, effectAllowed } = dragOfParts(ide, [data.code]);
    dataTransfer.setData(format, codes);
    dataTransfer.effectAllowed = effectAllowed;
  };
  return (
    <TreeRow
      item={item}
      place={place}
      label={labelOf(data, facts)}
      isSelected={isSelected}
      isRemoved={facts.isRemoved}
      dragProps={{ draggable: true, onDragStart }}
      onOpen={open}
    >
      <RowIcon item={item} />
      <span className={rows.name} dir="auto">
        {data.name}
      </span>{' '}
      {facts.isUnsaved && <span className={classes.unsaved} title="Its text is not saved" />}
      {facts.hasErrors && <WarningIcon size={14} aria-hidden className="fixed-size failed" />}
      <Count count={facts.count} />
      <WatchedMark code={data.code} />
      {facts.outcome !== undefined && <OutcomeIcon outcome={facts.outcome} />}
    </TreeRow>
  );
}

/** The text view stays from feature to feature; examples belong to one scenario. */
const viewOf = ({ view }: ProjectPlace) => (view === 'text' ? view : undefined);

interface Facts {
  count: StepCount;
  outcome: FeatureOutcome | undefined;
  isRemoved: boolean;
  hasErrors: boolean;
  isUnsaved: boolean;
  isWatched: boolean;
}

const NO_SCENARIOS: readonly FeatureScenario[] = [];

const scenariosOf = (item: FeatureItem): readonly FeatureScenario[] => {
  if (item.kind === 'feature') return item.feature.scenarios;
  return item.kind === 'scenario' ? [item.scenario] : NO_SCENARIOS;
};

function useFacts(item: FeatureItem): Facts {
  const scenarios = useMemo(() => scenariosOf(item), [item]);
  const count = useStepCount(scenarios);
  const outcome = useOutcome(scenarios);
  const isRemoved = useIdeState(
    now => item.kind === 'feature' && snapshotOf(now)?.features[item.feature.file]?.removed === true,
  );
  const hasErrors = item.kind === 'feature' && (item.feature.errors ?? []).length > 0;
  const isUnsaved = useUnsavedText(item.code) !== undefined;
  const isWatched = useIsWatched(item.code);
  return { count, outcome, isRemoved, hasErrors, isUnsaved, isWatched };
}

const Count = ({ count: { linked, steps } }: { count: StepCount }) =>
  steps === 0 ? null : (
    <span className={rows.count} data-red={linked < steps || undefined}>
      {linked} of {steps}
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
    ...(facts.isWatched ? ['watched'] : []),
  ];
  return words.join(', ');
}

function RowIcon({ item }: { item: ItemInstance<FeatureItem> }) {
  const data = item.getItemData();
  if (data.kind !== 'feature') return <span className={classes.leaf} />;
  const isEmpty = data.feature.scenarios.length === 0;
  return <FoldIcons isOpen={item.isExpanded()} isEmpty={isEmpty} icon={FeaturesIcon} />;
}
