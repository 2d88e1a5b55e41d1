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
  const tools = createToolRegistry().all();
  task.meta.wantedDoors = [
    ...bothEnds(
      'tool',
      tools.map(({ name }) => name),
    ),
    ...bothEnds('action', Object.keys(ACTION_KINDS)),
    ...bothEnds('matcher', Object.keys(MATCHERS)),
    ...bothEnds('report', Object.keys(reporters)),
    ...bothEnds('command', await commandNames()),
    ...goodEnds('screen', SCREENS),
  ];
  expect(task.meta.wantedDoors.length).toBeGreaterThan(300);
});
