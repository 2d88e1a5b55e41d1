/** Runs of some actions of a test: of those chosen, up to them, from them on; and what makes a test of them. */
import { readBlocks } from '../../model/actions/index.ts';
import { snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import type { ArgumentsOf } from '../app/tool-replies.ts';
import { type ChosenActions, chosenActions, createActions, deleteActions } from './action-edits.ts';
import { type Command, runObstacle, type Situation, situationOf } from './command.ts';
import { takeBack } from './edits.ts';

interface Stretch {
  first: number;
  last: number;
}

type RowsToRun = Pick<ArgumentsOf<'runTest'>, 'fromAction' | 'toAction' | 'context'>;

const rowRun = (title: string, shortcut: string, given: (stretch: Stretch, isOpen: boolean) => RowsToRun): Command => ({
  title,
  shortcut,
  obstacle: situation =>
    runObstacle(situation.state) ?? (chosenActions(situation) === undefined ? 'Choose an action' : undefined),
  async run(ide) {
    // What is shown is what runs.
    await ide.editing.settled();
    const situation = situationOf(ide);
    const actions = chosenActions(situation);
    if (actions === undefined) return;
    const { moduleCode: moduleId, testCode: testId, rows, chosen } = actions;
    const { app, project, view } = situation.state;
    const environment = project === undefined ? undefined : view.environments[project.projectId];
    const placeOf = (at: number) => rows.findIndex(({ key }) => key === chosen.at(at)?.key);
    const asked = given({ first: placeOf(0), last: placeOf(-1) }, app.isOpen);
    await ide.session.call('runTest', { moduleId, testId, environment, ...asked });
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

export const insertAbove: Command = {
  title: 'Insert above',
  shortcut: 'Alt+Shift+Enter',
  obstacle: situation => (chosenActions(situation) === undefined ? 'Choose an action' : undefined),
  run(ide) {
    const [first] = chosenActions(situationOf(ide))?.chosen ?? [];
    if (first !== undefined) ide.store.setView({ insertBefore: first.key });
  },
};

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

/** The new test takes what the actions read of the parameters of the old one. */
export const extractTest: Command = {
  title: 'Extract to test',
  shortcut: '$mod+Shift+E',
  obstacle: extractObstacle,
  async run(ide) {
    const actions = chosenActions(situationOf(ide));
    if (actions === undefined) return;
    const { moduleCode, testCode } = actions;
    const copies = actions.chosen.map(({ action: { actionId: _id, ...fields } }) => ({ ...fields, type: fields.type }));
    const names = parametersIn(situationOf(ide), actions, JSON.stringify(copies));
    const made = await ide.editing.change('createTest', {
      name: 'Extracted actions',
      moduleCode,
      actions: copies,
      ...(names.length === 0 ? {} : { parameters: names.map(name => ({ name })) }),
    });
    if (made === undefined) return;
    const given = Object.fromEntries(names.map(name => [name, `{{${name}}}`]));
    const plug = { type: 'plugTest', test: made.test.testCode, ...(names.length === 0 ? {} : { parameters: given }) };
    await createActions(ide, { moduleCode, testCode, after: actions.chosen.at(-1)?.key, actions: [plug] });
    await deleteActions(ide, actions);
    ide.store.setView({ isTreeShown: true, renaming: made.test.testCode });
    showUndo('Actions moved to a new test', () => void takeBack(ide, 3));
  },
};

function parametersIn({ state }: Situation, { testCode }: ChosenActions, text: string): string[] {
  const { parameters = [] } = snapshotOf(state)?.tests[testCode] ?? {};
  return parameters.map(({ name }) => name).filter(name => new RegExp(`\\{\\{[^}]*\\b${name}\\b`).test(text));
}
