/** The first minute of a project: its app is opened and looked at, and a first test is written and run. */

import { isAppError } from '../../../../model/errors/errors.ts';
import { messageOf } from '../../../app/bridge-client.ts';
import { changeFirstSteps } from '../../../app/change-first-steps.ts';
import type { FirstMinute } from '../../../app/first-steps.ts';
import type { Ide } from '../../../app/ide.ts';
import { isInProject } from '../../../app/places.ts';
import { snapshotOf } from '../../../app/state.ts';
import { showFailure } from '../../../app/toasts.tsx';
import { SIGN_IN_VALUES } from '../../../commands/sign-in-draft.ts';
import { type AppPage, readAppPage } from './app-page.ts';
import { openTest, signInTest } from './first-tests.ts';

const RUN_LIMIT_SECONDS = 20;

/** At most one, as a page shows one project. */
const underWay = new WeakSet<Ide>();

export const isFirstMinuteOn = (ide: Ide): boolean => underWay.has(ide);

/** Does nothing while it is under way. Never throws: errors are shown with the first steps. */
export async function startFirstMinute(ide: Ide, projectId: string): Promise<void> {
  if (underWay.has(ide)) return;
  underWay.add(ide);
  const report = (minute: FirstMinute) => changeFirstSteps(ide.store, projectId, steps => ({ ...steps, minute }));
  try {
    report({ phase: 'opening' });
    const page = await openApp(ide, projectId);
    await writeAndRun(ide, { projectId, page }, report);
  } catch (error) {
    if (!(error instanceof NotOpened)) {
      changeFirstSteps(ide.store, projectId, ({ minute: _minute, ...steps }) => steps);
      showFailure('The first test is not finished', messageOf(error));
    } else report({ phase: 'closed', message: messageOf(error.cause), isSilent: isSilent(error.cause) });
  } finally {
    underWay.delete(ide);
  }
}

/** Nothing was written yet, so that it can be tried again. */
class NotOpened extends Error {}

const isSilent = (error: unknown): boolean =>
  isAppError(error, 'page-error') || isAppError(error, 'timeout') || isAppError(error, 'page-misbehaved');

async function openApp({ session }: Ide, projectId: string): Promise<AppPage> {
  try {
    await session.call('navigateUrl', { projectId, url: '/' });
    return await readAppPage(session);
  } catch (cause) {
    throw new NotOpened('The app was not opened.', { cause });
  }
}

async function writeAndRun(
  ide: Ide,
  { projectId, page }: { projectId: string; page: AppPage },
  report: (minute: FirstMinute) => void,
): Promise<void> {
  const { session } = ide;
  const { name } = snapshotOf(ide.store.getState())?.project ?? { name: projectId };
  const first = openTest(page, name);
  report({ phase: 'writing', title: first.name });
  const { module } = await session.call('createModule', { projectId, name: 'First tests' });
  const { moduleCode } = module;
  const { test } = await session.call('createTest', { projectId, moduleCode, ...first });
  const place = ide.navigation.place();
  if (isInProject(place) && place.projectId === projectId && place.tab === 'modules')
    ide.navigation.goWithin({ tab: 'modules', moduleId: moduleCode, testId: test.testCode });
  const draft = await writeSignIn(ide, { projectId, moduleCode, page });
  if (draft !== undefined) changeFirstSteps(ide.store, projectId, steps => ({ ...steps, draft }));
  report({ phase: 'running', title: first.name });
  const target = { projectId, moduleId: moduleCode, testId: test.testCode };
  const { state } = await session.call('runTest', { ...target, wait: RUN_LIMIT_SECONDS });
  report({ phase: 'done', title: first.name, state });
}

interface SignInTarget {
  projectId: string;
  moduleCode: string;
  page: AppPage;
}

/** A draft whose values are still to be given; resolves with its code. */
async function writeSignIn({ session }: Ide, { projectId, moduleCode, page }: SignInTarget) {
  if (page.signIn === undefined) return undefined;
  const { environments } = await session.call('getEnvironments', { projectId });
  if (environments.length === 0) {
    const { environment } = await session.call('createEnvironment', {
      projectId,
      name: 'local',
      items: SIGN_IN_VALUES,
    });
    await session.call('editProject', { projectId, defaultEnvironment: environment.name });
  }
  const { test } = await session.call('createTest', { projectId, moduleCode, ...signInTest(page.signIn) });
  return test.testCode;
}
