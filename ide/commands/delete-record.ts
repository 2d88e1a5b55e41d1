import { isAppError } from '../../model/protocol/errors.ts';
import type { Ide } from '../app/ide.ts';
import { isInProject } from '../app/places.ts';
import { snapshotOf } from '../app/state.ts';
import { showUndo } from '../app/toasts.tsx';
import { takeBack } from './take-back.ts';

interface Deletion {
  noun: 'module' | 'test';
  code: string;
  /** Although others use it. */
  force?: boolean;
}

/** Asks first where a module has tests. */
export async function deleteModule(ide: Ide, moduleCode: string): Promise<void> {
  const tests = testsBelow(ide, moduleCode);
  if (tests > 0) ide.store.setView({ question: { kind: 'delete-module', moduleCode, tests } });
  else await deleteRecord(ide, { noun: 'module', code: moduleCode });
}

function testsBelow({ store }: Ide, moduleCode: string): number {
  const modules = Object.values(snapshotOf(store.getState())?.modules ?? {});
  const count = (code: string): number =>
    modules
      .filter(module => module.parentModule === code)
      .reduce(
        (sum, child) => sum + count(child.moduleCode),
        modules.find(one => one.moduleCode === code)?.tests.length ?? 0,
      );
  return count(moduleCode);
}

/** Deletes a module or a test at once; where others use it the person is asked. */
export async function deleteRecord(ide: Ide, { noun, code, force }: Deletion): Promise<void> {
  const { store, editing } = ide;
  const snapshot = snapshotOf(store.getState());
  const record = noun === 'module' ? snapshot?.modules[code] : snapshot?.tests[code];
  if (record === undefined) return;
  const given = noun === 'module' ? { moduleCode: code } : { moduleCode: record.moduleCode, testCode: code };
  leave(ide, code);
  try {
    await editing.change(noun === 'module' ? 'deleteModule' : 'deleteTest', { ...given, force });
    showUndo(`“${record.name}” deleted`, () => void takeBack(ide));
  } catch (error) {
    if (!isAppError(error, 'in-use')) throw error;
    store.setView({ question: { kind: 'delete-used', noun, code, message: error.message } });
  }
}

/** What is deleted is not shown any longer. */
function leave({ navigation }: Ide, code: string): void {
  const place = navigation.place();
  if (!isInProject(place) || (place.testId !== code && place.moduleId !== code)) return;
  const moduleId = place.moduleId === code ? undefined : place.moduleId;
  navigation.go({ ...place, moduleId, testId: undefined, actionId: undefined }, { replace: true });
}
