import { ActionIcon, Menu, Text, Title } from '@mantine/core';
import type { ModuleHeader, TestHeader } from '../../../model/protocol/channel/project-view.ts';
import { useIde, useIdeState } from '../../app/context.tsx';
import { isSamePlace } from '../../app/edits.ts';
import { whereShown } from '../../app/state.ts';
import { attempt, perform } from '../../commands/command.ts';
import { deleteRecords } from '../../commands/deletions.ts';
import { COMMANDS } from '../../commands/index.ts';
import { DotsIcon } from '../../ui/icons.ts';
import classes from './test-editor.module.css';

interface TestHeadProps {
  test: TestHeader;
  module: ModuleHeader | undefined;
}

/** What the test is called, what it takes, and whether all of it is saved. */
export function TestHead({ test, module }: TestHeadProps) {
  const facts = [
    test.type === 'web' ? undefined : test.type,
    test.skip ? 'skipped' : undefined,
    test.role === undefined ? undefined : `as ${test.role}`,
    test.hasData ? 'with data rows' : undefined,
    test.parameters?.length ? `takes ${test.parameters.map(({ name }) => name).join(', ')}` : undefined,
    test.tags?.join(' '),
  ].filter(fact => fact !== undefined && fact !== '');
  return (
    <>
      <div className={classes.title}>
        <Title
          order={1}
          size="sm"
          className={classes.name}
          title={module === undefined ? test.name : `${module.name} › ${test.name}`}
        >
          {module !== undefined && (
            <>
              <span className={classes.module} dir="auto">
                {module.name}
              </span>
              <i className={classes.arrow}>{' › '}</i>
            </>
          )}
          <span className={classes.test} dir="auto">
            {test.name}
          </span>
        </Title>
        {facts.length > 0 && (
          <Text size="xs" c="dimmed" truncate dir="auto">
            {facts.join(' · ')}
          </Text>
        )}
      </div>
      <SaveState testCode={test.testCode} />
      <TestMenu test={test} />
    </>
  );
}

function SaveState({ testCode }: { testCode: string }) {
  const word = useIdeState(state => {
    const where = whereShown(state);
    const mine = state.edits.filter(edit => edit.testCode === testCode && isSamePlace(where, edit.where));
    const phases = mine.map(edit => edit.state.phase);
    if (phases.length === 0) return '';
    if (phases.some(phase => phase === 'failed' || phase === 'conflict')) return 'Not saved';
    return phases.includes('sending') ? 'Saving' : 'Will be saved when reconnected';
  });
  return (
    <Text size="xs" c="dimmed" role="status" className={classes.saved}>
      {word}
    </Text>
  );
}

function TestMenu({ test }: { test: TestHeader }) {
  const ide = useIde();
  const { testCode } = test;
  const copyLink = () => void navigator.clipboard?.writeText(window.location.href);
  const run = (command: keyof typeof COMMANDS) => () => {
    ide.store.setView({ focusArea: 'elsewhere' });
    void perform(COMMANDS[command], ide);
  };
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="More about this test">
          <DotsIcon size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={run('rename')}>Rename</Menu.Item>
        <Menu.Item onClick={run('duplicate')}>Duplicate</Menu.Item>
        <Menu.Item onClick={copyLink}>Copy link</Menu.Item>
        <Menu.Item onClick={() => void navigator.clipboard?.writeText(testCode)}>Copy code {testCode}</Menu.Item>
        <Menu.Divider />
        <Menu.Item color="red" onClick={() => void attempt('Delete', () => deleteRecords(ide, [testCode]))}>
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
