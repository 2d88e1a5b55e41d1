/** The edits that a writer of the crash specs chooses from, and what each makes of what it holds. */
import { z } from 'zod';

/** What one writer has made and not removed, as the service has confirmed it. Immutable. */
export interface Held {
  /** Below the module that it was given. */
  modules: Readonly<Record<string, { name: string; parentModule: string }>>;
  tests: Readonly<Record<string, { name: string; moduleCode: string; actionCount: number }>>;
  /** Each with one secret. */
  environments: Readonly<Record<string, { name: string; secret: string }>>;
}

export const NOTHING: Held = { modules: {}, tests: {}, environments: {} };

/** A call and what it means once it is answered. */
export interface Move {
  tool: string;
  args: Record<string, unknown>;
  /** Codes that it made must be new ones. */
  apply(reply: unknown, held: Held): { held: Held; made: readonly string[] };
}

export interface Choice {
  held: Held;
  /** The module that the writer was given. */
  home: string;
  /** A name that nobody else gives. */
  name: string;
  /** One of a list, the same in every run with the same seed; undefined of an empty one. */
  pick<Item>(items: readonly Item[]): Item | undefined;
}

const TestReply = z.object({ test: z.object({ testCode: z.string() }) });
const ModuleReply = z.object({ module: z.object({ moduleCode: z.string() }) });
const EnvironmentReply = z.object({ environment: z.object({ environmentCode: z.string() }) });

const without = <Value>(records: Readonly<Record<string, Value>>, ...codes: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(records).filter(([code]) => !codes.includes(code)));

const places = ({ held, home }: Choice): string[] => [home, ...Object.keys(held.modules)];

/** A module and those below it. */
function tree({ modules }: Held, moduleCode: string): string[] {
  const below = Object.entries(modules).filter(([, { parentModule }]) => parentModule === moduleCode);
  return [moduleCode, ...below.flatMap(([code]) => tree({ ...NOTHING, modules }, code))];
}

const secretItem = (value: string) => [{ name: 'password', kind: 'secret', value }];

const createTest = (choice: Choice): Move => {
  const { name } = choice;
  const moduleCode = choice.pick(places(choice)) ?? choice.home;
  const args = { moduleCode, name, actions: [{ type: 'reload' }, { type: 'fill', locator: '#a', value: name }] };
  return {
    tool: 'createTest',
    args,
    apply(reply, held) {
      const { testCode } = TestReply.parse(reply).test;
      const tests = { ...held.tests, [testCode]: { name, moduleCode, actionCount: 2 } };
      return { held: { ...held, tests }, made: [testCode] };
    },
  };
};

type TestCall = { tool: string; args: object; changes: Partial<Held['tests'][string]> | undefined };

/** An edit of a test that the writer holds; changes undefined: it is gone. */
function ofTest(choice: Choice, call: (testCode: string, test: Held['tests'][string]) => TestCall): Move | undefined {
  const chosen = choice.pick(Object.entries(choice.held.tests));
  if (chosen === undefined) return undefined;
  const [testCode, test] = chosen;
  const { tool, args, changes } = call(testCode, test);
  return {
    tool,
    args: { testCode, moduleCode: test.moduleCode, ...args },
    apply(_reply, held) {
      const others = without(held.tests, testCode);
      const tests = changes === undefined ? others : { ...others, [testCode]: { ...test, ...changes } };
      return { held: { ...held, tests }, made: [] };
    },
  };
}

const renameTest = (choice: Choice) =>
  ofTest(choice, () => ({ tool: 'editTest', args: { name: choice.name }, changes: { name: choice.name } }));

const moveTest = (choice: Choice) => {
  const newModuleCode = choice.pick(places(choice)) ?? choice.home;
  return ofTest(choice, () => ({
    tool: 'editTest',
    args: { newModuleCode, name: choice.name },
    changes: { moduleCode: newModuleCode, name: choice.name },
  }));
};

const createAction = (choice: Choice) =>
  ofTest(choice, (_code, { actionCount }) => ({
    tool: 'createAction',
    args: { type: 'comment', text: choice.name },
    changes: { actionCount: actionCount + 1 },
  }));

const deleteAction = (choice: Choice) =>
  ofTest(choice, (_code, { actionCount }) => ({
    tool: actionCount > 0 ? 'deleteAction' : 'deleteTest',
    args: actionCount > 0 ? { actionIndex: 0 } : {},
    changes: actionCount > 0 ? { actionCount: actionCount - 1 } : undefined,
  }));

const deleteTest = (choice: Choice) => ofTest(choice, () => ({ tool: 'deleteTest', args: {}, changes: undefined }));

const createModule = (choice: Choice): Move => {
  const { name } = choice;
  const parentModule = choice.pick(places(choice)) ?? choice.home;
  return {
    tool: 'createModule',
    args: { name, parentModule },
    apply(reply, held) {
      const { moduleCode } = ModuleReply.parse(reply).module;
      const modules = { ...held.modules, [moduleCode]: { name, parentModule } };
      return { held: { ...held, modules }, made: [moduleCode] };
    },
  };
};

const deleteModule = (choice: Choice): Move | undefined => {
  const moduleCode = choice.pick(Object.keys(choice.held.modules));
  if (moduleCode === undefined) return undefined;
  return {
    tool: 'deleteModule',
    args: { moduleCode, force: true },
    apply(_reply, held) {
      const gone = tree(held, moduleCode);
      const lost = Object.entries(held.tests).flatMap(([code, test]) => (gone.includes(test.moduleCode) ? code : []));
      const left = { modules: without(held.modules, ...gone), tests: without(held.tests, ...lost) };
      return { held: { ...held, ...left }, made: [] };
    },
  };
};

const createEnvironment = ({ name }: Choice): Move => ({
  tool: 'createEnvironment',
  args: { name, items: secretItem(`secret of ${name}`) },
  apply(reply, held) {
    const { environmentCode } = EnvironmentReply.parse(reply).environment;
    const environments = { ...held.environments, [environmentCode]: { name, secret: `secret of ${name}` } };
    return { held: { ...held, environments }, made: [environmentCode] };
  },
});

const editSecret = (choice: Choice): Move | undefined => {
  const environmentCode = choice.pick(Object.keys(choice.held.environments));
  if (environmentCode === undefined) return undefined;
  const changed = { name: choice.name, secret: `new secret of ${choice.name}` };
  return {
    tool: 'editEnvironment',
    args: { environmentCode, name: changed.name, items: secretItem(changed.secret) },
    apply: (_reply, held) => ({
      held: { ...held, environments: { ...held.environments, [environmentCode]: changed } },
      made: [],
    }),
  };
};

const deleteEnvironment = (choice: Choice): Move | undefined => {
  const environmentCode = choice.pick(Object.keys(choice.held.environments));
  if (environmentCode === undefined) return undefined;
  return {
    tool: 'deleteEnvironment',
    args: { environmentCode },
    apply: (_reply, held) => ({
      held: { ...held, environments: without(held.environments, environmentCode) },
      made: [],
    }),
  };
};

const MOST_TESTS = 12;
const MOST_OTHERS = 4;

/** Makes and removes things, so that no writer ever holds many. Each changes something: there is an edit to take back. */
export function chooseMove(choice: Choice): Move {
  const { modules, tests, environments } = choice.held;
  const isFull = (records: object, most: number) => Object.keys(records).length >= most;
  const moves = [
    isFull(tests, MOST_TESTS) ? deleteTest : createTest,
    isFull(modules, MOST_OTHERS) ? deleteModule : createModule,
    isFull(environments, MOST_OTHERS) ? deleteEnvironment : createEnvironment,
    ...[createTest, renameTest, moveTest, createAction, deleteAction, deleteTest, deleteModule, editSecret],
  ];
  return choice.pick(moves)?.(choice) ?? createTest(choice);
}
