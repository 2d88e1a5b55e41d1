import { Text, Title } from '@mantine/core';
import { counted } from '../../../../model/names/counted.ts';
import type { ModuleHeader, TestHeader } from '../../../../model/protocol/channel/project-view.ts';
import { useIdeState } from '../../../app/context.tsx';
import { isSamePlace } from '../../../app/edits.ts';
import { whereShown } from '../../../app/state.ts';
import { COMMANDS } from '../../../commands/index.ts';
import { MoreMenu } from '../../../parts/command-button.tsx';
import classes from './test-editor.module.css';

const { runSelected, watch, stopWatching, rename, duplicate, moveTo, exportTest, copyCode, copyLink } = COMMANDS;
const OF_TEST = [runSelected, watch, stopWatching, rename, duplicate, moveTo, exportTest, copyCode, copyLink];

interface TestHeadProps {
  test: TestHeader;
  module: ModuleHeader | undefined;
}

export function TestHead({ test, module }: TestHeadProps) {
  const facts = [
    test.type === 'web' ? undefined : test.type,
    test.skip ? 'skipped' : undefined,
    test.leftOut === undefined ? undefined : `incomplete: ${counted(test.leftOut, 'action')} left out on import`,
    test.role === undefined ? undefined : `as ${test.role}`,
    test.hasData ? 'with data rows' : undefined,
    test.parameters?.length ? `takes ${test.parameters.map(({ name }) => name).join(', ')}` : undefined,
    test.tags?.join(' '),
  ].filter(fact => fact !== undefined && fact !== '');
  return (
    <>
      <div className="grow may-shrink">
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
      <MoreMenu
        label="More about this test"
        commands={OF_TEST}
        isDeletable
        about={{ focusArea: 'tree', treeFocus: test.testCode }}
      />
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
    return 'Saving';
  });
  return (
    <Text size="xs" c="dimmed" role="status" className="fixed-size">
      {word}
    </Text>
  );
}
