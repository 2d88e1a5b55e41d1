import { ActionIcon, Menu } from '@mantine/core';
import type { FeatureFilter } from '../../app/places.ts';
import { LONGEST_FILTER } from '../../app/places.ts';
import { COMMANDS } from '../../commands/index.ts';
import { AddIcon, FilterIcon, SearchIcon } from '../../ui/icons.ts';
import { CommandButton } from '../shared/command-button.tsx';
import { MoreMenu } from '../shared/more-menu.tsx';
import { TreeFilter } from '../shared/tree-filter.tsx';
import { FEATURES_SHOWN } from './feature-items.ts';

const TITLES: Record<FeatureFilter['shown'], string> = {
  all: 'All',
  red: 'With red steps',
  failed: 'Failed in the last run',
};

interface TreeHeadProps {
  filter: FeatureFilter;
  onFilter(filter: FeatureFilter): void;
  /** Why the text cannot be used. */
  problem: string | undefined;
}

/** Words or tags to filter by, and which scenarios are shown. */
export function TreeHead({ filter, onFilter, problem }: TreeHeadProps) {
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
      <ShownMenu filter={filter} onFilter={onFilter} />
      <CommandButton command={COMMANDS.newFeature} icon={<AddIcon size={17} />} label="New feature" />
      <MoreMenu label="More about the features" commands={[COMMANDS.importFeatures, COMMANDS.openLinkingDesk]} />
    </>
  );
}

function ShownMenu({ filter, onFilter }: Pick<TreeHeadProps, 'filter' | 'onFilter'>) {
  const isAll = filter.shown === 'all';
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant={isAll ? 'subtle' : 'light'}
          color={isAll ? 'gray' : undefined}
          aria-label={`Shown: ${TITLES[filter.shown]}`}
          title={`Shown: ${TITLES[filter.shown]}`}
        >
          <FilterIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup
          value={filter.shown}
          onChange={value => onFilter({ ...filter, shown: FEATURES_SHOWN.find(one => one === value) ?? 'all' })}
        >
          {FEATURES_SHOWN.map(shown => (
            <Menu.RadioItem key={shown} value={shown} closeMenuOnClick>
              {TITLES[shown]}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}
