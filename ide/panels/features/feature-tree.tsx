import { useDeferredValue, useMemo } from 'react';
import { isAppError } from '../../../model/errors/errors.ts';
import type { ProjectSnapshot } from '../../../model/protocol/channel/project-view.ts';
import { useIdeState } from '../../app/context.tsx';
import type { FeatureFilter, ProjectPlace } from '../../app/places.ts';
import type { FeatureEntry } from '../../app/tool-replies.ts';
import { COMMANDS } from '../../commands/index.ts';
import { Hint } from '../../ui/hint.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useFeatureFilter } from '../linking/use-feature-filter.ts';
import { TreeMenu } from '../shared/tree-menu.tsx';
import { TreeRows } from '../shared/tree-rows.tsx';
import { type FeatureChildren, filterFeatures, filterKey, ROOT } from './feature-items.ts';
import { FeatureRow } from './feature-row.tsx';
import { TreeHead } from './tree-head.tsx';
import { useFeatureTree } from './use-feature-tree.ts';

interface FeatureTreeProps {
  snapshot: ProjectSnapshot;
  features: readonly FeatureEntry[];
  place: ProjectPlace;
}

/** Features with their scenarios: to find, to open and to run. */
export function FeatureTree({ snapshot, features, place }: FeatureTreeProps) {
  const [filter, setFilter] = useFeatureFilter(place);
  // The rows come after what was typed, all that is known of them at once.
  const applied = useDeferredValue(filter);
  const { children, problem } = useFiltered(snapshot, features, applied);
  return (
    <Panel label="Features" head={<TreeHead filter={filter} onFilter={setFilter} problem={problem} />}>
      {children.get(ROOT)?.length === 0 ? (
        <NothingFound filter={applied} />
      ) : (
        <Rows features={features} place={place} filter={filterKey(applied)} shown={children} />
      )}
    </Panel>
  );
}

/** Tags that cannot be read leave everything there, and say why. */
function useFiltered(
  { links, tests }: ProjectSnapshot,
  features: readonly FeatureEntry[],
  filter: FeatureFilter,
): { children: FeatureChildren; problem?: string } {
  const states = useIdeState(({ results }) => results.scenarios);
  // Each link and each run changes these; only some filters care.
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
  all: 'No feature or scenario has that in its name, code or issue key, or these tags.',
  red: 'All steps are linked, as far as the words and tags above go.',
  failed: 'None of them failed in the last run.',
} as const;

const NothingFound = ({ filter: { shown } }: { filter: FeatureFilter }) => (
  <Hint title={shown === 'red' ? 'No red steps' : 'Nothing found'}>{WORDS[shown]}</Hint>
);

const { runSelected, editText, rename, copyCode, copyLink } = COMMANDS;
const OF_ROWS = [runSelected, editText, rename, copyCode, copyLink];

interface RowsProps extends Omit<FeatureTreeProps, 'snapshot'> {
  shown: FeatureChildren;
  filter: string;
}

function Rows({ features, place, shown, filter }: RowsProps) {
  const given = { features, children: shown, filter, place };
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
