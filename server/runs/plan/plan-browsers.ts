import { AppError } from '../../../model/errors/errors.ts';
import { browserFault } from '../../../model/project/browser-faults.ts';
import type { Environment } from '../../../model/project/environment.ts';
import type { ProjectSettings } from '../../../model/project/project.ts';
import { browserWith, nearestBrowser, type TestBrowser } from '../../../model/project/test-browser.ts';
import type { PlannedItem, PlannedSuite } from '../../../model/protocol/bridge.ts';

interface AroundTests {
  settings: ProjectSettings | undefined;
  environment: Environment | undefined;
}

/** Gives each item the browser that it runs in. Errors: `invalid-project` for a device, language or zone there is not. */
export function withBrowsers(around: AroundTests, items: readonly PlannedItem[]): PlannedItem[] {
  const outer = around.settings?.browser ?? {};
  refuse(outer, 'The project', 'settings.browser');
  refuse(around.environment?.browser ?? {}, `The environment “${around.environment?.name}”`, 'environment.browser');
  return items.map(item => {
    const { device } = item;
    const own = ownBrowsers(item);
    for (const browser of own) refuse(browser, `Test ${item.test.testCode}`, 'browser');
    const withDevices = (...devices: (string | undefined)[]) => {
      const said = [around.environment?.browser, ...own, ...devices.map(ofDevice)];
      return said.every(browser => browser === undefined) ? {} : { browser: nearestBrowser(outer, ...said) };
    };
    const { actors } = item;
    // A run on several devices varies that of the first actor; the others have theirs.
    return {
      ...item,
      ...withDevices(item.test.actors?.[0]?.device, device),
      ...(actors && { actors: actors.map(actor => ({ ...actor, ...withDevices(device, actor.device) })) }),
    };
  });
}

const ofDevice = (device: string | undefined): TestBrowser | undefined =>
  device === undefined ? undefined : { device };

/** Of the suites around it and of the test itself, the outermost first. */
function ownBrowsers({ test, row, parameters, suite }: PlannedItem): TestBrowser[] {
  const { browser } = test;
  const filled = browser && browserWith(browser, { ...parameters, ...row?.values });
  return [...suiteBrowsers(suite), ...(filled === undefined ? [] : [filled])];
}

function suiteBrowsers(suite: PlannedSuite | undefined): TestBrowser[] {
  if (suite === undefined) return [];
  const { test, row, parameters } = suite;
  const own = test.browser && browserWith(test.browser, { ...parameters, ...row?.values });
  return [...suiteBrowsers(suite.suite), ...(own === undefined ? [] : [own])];
}

function refuse(browser: TestBrowser, whose: string, root: string): void {
  const fault = browserFault(browser, root);
  if (fault === undefined) return;
  throw new AppError('invalid-project', `${whose} cannot run in its browser: ${fault.message}.`, {
    field: fault.field,
    next: root === 'browser' ? 'editTest' : 'editProject',
  });
}
