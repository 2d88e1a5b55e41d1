import { ActionId, ModuleCode, TestCode } from '../../../model/names/codes.ts';
import { type ProjectPlace, TEST_PARTS } from '../../app/places.ts';
import { oneOf, readAs, type Screen } from '../../app/screen.ts';
import { type IdeState, snapshotOf } from '../../app/state.ts';

export const modulesScreen: Screen = {
  label: 'Modules',
  entry: 'tab',
  key: 'm',
  skeleton: { label: 'Loading the modules', boxes: 1, rows: 8 },
  showsLoading: true,
  title,
  read,
  below: ({ moduleId, testId }) => [moduleId, testId],
  asked: ({ actionId, part, shown }) => ({ action: actionId, part, shown }),
};

function title(state: IdeState, { moduleId, testId }: ProjectPlace): string {
  const snapshot = snapshotOf(state);
  const test = testId === undefined ? undefined : snapshot?.tests[testId];
  const module = moduleId === undefined ? undefined : snapshot?.modules[moduleId];
  if (test === undefined && testId !== undefined && snapshot !== undefined) return `No test ${testId}`;
  return test?.name ?? module?.name ?? 'Modules';
}

function read(asked: URLSearchParams, first?: string, second?: string) {
  const [moduleId, testId] = [readAs(ModuleCode, first), readAs(TestCode, second)];
  if ((first !== undefined && moduleId === undefined) || (second !== undefined && testId === undefined))
    return undefined;
  const inTest = (name: string) => (testId === undefined ? undefined : asked.get(name));
  const part = oneOf(TEST_PARTS, inTest('part'));
  const shown = oneOf(['failed', 'never-run'], asked.get('shown'));
  return { moduleId, testId, actionId: readAs(ActionId, inTest('action')), part, shown };
}
