/** Every way into the product, by its registry: at the end of a whole run they are held against those that specs went. */
import { expect, test } from 'vitest';
import { ACTION_KINDS } from '../model/actions/index.ts';
import { MATCHERS } from '../model/actions/matchers.ts';
import { reporters } from '../server/reports/index.ts';
import { createToolRegistry } from '../server/tools/index.ts';
import { SCREENS } from './ide/screens.ts';
import { commandNames } from './support/command-line.ts';
import { type DoorKind, doorId } from './support/run-report/doors.ts';

const bothEnds = (kind: DoorKind, names: readonly string[]) =>
  names.flatMap(name => [doorId(kind, name, 'good'), doorId(kind, name, 'bad')]);

const goodEnds = (kind: DoorKind, names: readonly string[]) => names.map(name => doorId(kind, name, 'good'));

test('the registries name every tool, action kind, matcher, report, command and screen', async ({ task }) => {
  const tools = [...createToolRegistry().values()];
  const kinds = Object.values(ACTION_KINDS);
  task.meta.wantedDoors = [
    ...bothEnds(
      'tool',
      tools.map(({ name }) => name),
    ),
    ...bothEnds(
      'action',
      kinds.filter(({ fieldNames }) => fieldNames.length > 0).map(({ type }) => type),
    ),
    // Those without fields have nothing to be refused for.
    ...goodEnds(
      'action',
      kinds.map(({ type }) => type),
    ),
    ...bothEnds('matcher', Object.keys(MATCHERS)),
    ...bothEnds('report', Object.keys(reporters)),
    ...bothEnds('command', await commandNames()),
    ...goodEnds('screen', SCREENS),
  ];
  expect(task.meta.wantedDoors.length).toBeGreaterThan(300);
});
