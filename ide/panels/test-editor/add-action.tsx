import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { ACTION_KINDS, ACTION_TYPES, type ActionType } from '../../../model/actions/index.ts';
import type { OpenTest } from '../../../model/protocol/channel/project-view.ts';
import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { showFailure } from '../../app/toasts.tsx';
import { AddIcon } from '../../ui/icons.ts';
import { createAction } from './create-action.ts';
import classes from './test-editor.module.css';

interface AddActionProps {
  test: OpenTest;
  place: ProjectPlace;
  count: number;
}

const needsFields = (type: ActionType): boolean => ACTION_KINDS[type].fieldNames.length > 0;

/** Offers every kind of action; what is added comes after the chosen one, else at the end. */
export function AddAction({ test, place, count }: AddActionProps) {
  const ide = useIde();
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = ACTION_TYPES.filter(type => `${ACTION_KINDS[type].label} ${type}`.toLowerCase().includes(words));
  const at = test.actions.findIndex(({ actionId }) => actionId === place.actionId);
  const after = (at < 0 ? test.actions.at(-1) : test.actions[at])?.actionId;
  const add = async (type: ActionType) => {
    if (needsFields(type)) {
      ide.store.setView({ editing: undefined, draft: { testCode: test.testCode, type, after } });
      return;
    }
    const moduleCode = snapshotOf(ide.store.getState())?.tests[test.testCode]?.moduleCode ?? '';
    const outcome = await createAction(ide, { moduleCode, testCode: test.testCode, after, fields: { type } });
    if (outcome.kind === 'failed') showFailure('Not saved', outcome.error.message);
  };
  return (
    <div className={classes.add}>
      <Menu position="top-start" width={240}>
        <Menu.Target>
          <Button size="compact-sm" variant="light" leftSection={<AddIcon size={15} aria-hidden />}>
            Add action
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={classes.kinds}>
          <Menu.Search
            size="xs"
            placeholder="Find an action"
            aria-label="Find a kind of action"
            value={search}
            onChange={event => setSearch(event.currentTarget.value)}
          />
          {found.map(type => (
            <Menu.Item
              key={type}
              onClick={() => void add(type)}
              rightSection={<span className={classes.type}>{type}</span>}
            >
              {ACTION_KINDS[type].label}
            </Menu.Item>
          ))}
          {found.length === 0 && <Menu.Label>No action matches “{search}”</Menu.Label>}
        </Menu.Dropdown>
      </Menu>
      <span className={classes.where}>
        {at >= 0 && at < count - 1 ? `Adds after action ${at + 1}` : 'Adds at the end'}
      </span>
    </div>
  );
}
