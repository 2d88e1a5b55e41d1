import { Button, CloseButton, NativeSelect, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { type ResultFilter, STATUS_TITLES, STATUSES } from '../../app/result-filter.ts';
import { Hint } from '../../ui/hint.tsx';
import { SearchIcon } from '../../ui/icons.ts';
import classes from './filter-bar.module.css';

interface FilterBarProps<Filter extends ResultFilter> {
  /** In the plural, e.g. `runs`. */
  what: string;
  filter: Filter;
  counts: string;
  onFilter(filter: Filter): void;
  children?: ReactNode;
}

export const FilterBar = <Filter extends ResultFilter>({
  what,
  filter,
  counts,
  onFilter,
  children,
}: FilterBarProps<Filter>) => (
  <search className={`row wrap ${classes.filters}`} aria-label={`Filter the ${what}`}>
    <TextInput
      className={classes.filterText}
      size="xs"
      aria-label={`Filter ${what} by text`}
      placeholder={`Filter ${what}`}
      leftSection={<SearchIcon size={14} aria-hidden />}
      value={filter.text}
      onChange={event => onFilter({ ...filter, text: event.currentTarget.value })}
      rightSection={
        filter.text !== '' && (
          <CloseButton size="xs" aria-label="Clear the filter" onClick={() => onFilter({ ...filter, text: '' })} />
        )
      }
    />
    <NativeSelect
      size="xs"
      aria-label="Status"
      value={filter.status}
      onChange={event =>
        onFilter({ ...filter, status: STATUSES.find(one => one === event.currentTarget.value) ?? 'all' })
      }
      data={STATUSES.map(status => ({ value: status, label: STATUS_TITLES[status] }))}
    />
    {children}
    <span className="may-shrink note numbers ellipsis" role="status">
      {counts}
    </span>
  </search>
);

export const NothingFits = ({ what, onShowAll }: { what: string; onShowAll(): void }) => (
  <Hint
    title={`No ${what} matches the filter`}
    icon={<SearchIcon size={22} aria-hidden />}
    actions={
      <Button size="xs" variant="default" onClick={onShowAll}>
        Show all
      </Button>
    }
  />
);
