import { readBlocks } from '../../model/actions/index.ts';
import { shownTree } from '../app/app-width.ts';
import { isInProject } from '../app/places.ts';
import { showUndo } from '../app/toasts.tsx';
import type { ArgumentsOf } from '../app/tool-replies.ts';
import { chosenActions } from './action-edits.ts';
import { type Command, onChosen, type Situation, situationOf, windowObstacle } from './command.ts';
import { takeBack } from './edits.ts';
import { environmentOf } from './run-how.ts';
import { startRun } from './start-run.ts';

interface RowSpan {
  first: number;
  last: number;
}

type RowsToRun = Pick<ArgumentsOf<'runTest'>, 'fromAction' | 'toAction' | 'context'>;

const rowRun = (title: string, shortcut: string, given: (rows: RowSpan, isOpen: boolean) => RowsToRun): Command => ({
  title,
  shortcut,
  obstacle: situation =>
    windowObstacle(situation.state) ?? (chosenActions(situation) === undefined ? 'Choose an action' : undefined),
  async run(ide) {
    // Rows are counted as they are once edits are stored.
    await ide.editing.settled();
    const situation = situationOf(ide);
    const actions = chosenActions(situation);
    if (actions === undefined) return;
    const { moduleCode: moduleId, testCode: testId, rows, chosen } = actions;
    const placeOf = (at: number) => rows.findIndex(({ key }) => key === chosen.at(at)?.key);
    const asked = given({ first: placeOf(0), last: placeOf(-1) }, situation.state.app.isOpen);
    const environment = environmentOf(situation.state);
    await startRun(ide, { name: 'runTest', given: { moduleId, testId, environment, ...asked } });
  },
});

const onPage = (isOpen: boolean): RowsToRun => (isOpen ? { context: 'live' } : {});

export const runRows = rowRun('Run this action', 'Alt+Enter', ({ first, last }, isOpen) => ({
  fromAction: first,
  toAction: last,
  ...onPage(isOpen),
}));

export const runToRow = rowRun('Run to here', 'Shift+F8', ({ last }) => ({ toAction: last }));

export const runFromRow = rowRun('Run from here', 'Alt+F8', ({ first }, isOpen) => ({
  fromAction: first,
  ...onPage(isOpen),
}));

export const insertAbove = onChosen({
  title: 'Insert above',
  shortcut: 'Alt+Shift+Enter',
  otherwise: 'Choose an action',
  chosen: chosenActions,
  act: ({ store }, { chosen: [first] }) => store.setView({ insertBefore: first?.key }),
});

function extractObstacle(situation: Situation): string | undefined {
  const actions = chosenActions(situation);
  if (actions === undefined) return 'Choose the actions of the new test';
  const { rows, chosen } = actions;
  const first = rows.findIndex(({ key }) => key === chosen[0]?.key);
  const areTogether = chosen.every(({ key }, at) => rows[first + at]?.key === key);
  if (!areTogether) return 'Choose actions that follow each other';
  const { faults } = readBlocks(chosen.flatMap(({ stored }) => stored ?? []));
  return faults.length > 0 ? 'Choose whole blocks, from their first action to End' : undefined;
}

export const extractTest: Command = {
  title: 'Extract to test',
  shortcut: '$mod+Shift+E',
  obstacle: extractObstacle,
  async run(ide) {
    const actions = chosenActions(situationOf(ide));
    if (actions === undefined) return;
    const { moduleCode, testCode, chosen } = actions;
    const actionIds = chosen.map(({ key }) => key);
    const reply = await ide.editing.change('extractTest', {
      moduleCode,
      testCode,
      actionIds,
      name: 'Extracted actions',
    });
    const [plug] = reply.actions;
    const place = ide.navigation.place();
    if (isInProject(place) && place.testId === testCode)
      ide.navigation.go({ ...place, actionId: plug?.actionId }, { replace: true });
    ide.store.setView({ ...shownTree(ide.store.getState()), rowChoice: undefined, renaming: reply.extracted });
    showUndo('Actions moved to a new test', () => void takeBack(ide));
  },
};
