/** What is pictured: each screen in each state that it can be had in. */
import type { Page } from 'playwright';
import { EMPTY, FILLED, SAMPLE } from './scenery.ts';

export interface Shot {
  screen: string;
  state: 'ready' | 'empty' | 'loading' | 'error';
  path: string;
  /** Requests and tools that are not answered, or refused. */
  held?: readonly string[];
  refused?: readonly string[];
  /** What is done before the picture is taken. */
  act?(page: Page): Promise<void>;
}

const of = (projectId: string, rest: string): string => `/p/${projectId}/main/${rest}`;
const sample = (rest: string): string => of(SAMPLE, rest);
const filled = (rest: string): string => of(FILLED, rest);
const empty = (rest: string): string => of(EMPTY, rest);

/** As one that is there, one that is empty, one that is still loading, and one that cannot be shown. */
const inAllStates = (screen: string, rest: string): Shot[] => [
  { screen, state: 'ready', path: sample(rest) },
  { screen, state: 'empty', path: empty(rest) },
  { screen, state: 'loading', path: sample(rest), held: ['project/open'] },
  { screen, state: 'error', path: of(SAMPLE, rest).replace('/main/', '/gone/') },
];

const openMenu = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name }).first().click();
};

const filterTree = (words: string) => (page: Page) =>
  page.getByRole('textbox', { name: 'Filter modules and tests' }).fill(words);

/** Menus and lists that are open above the test, by the buttons that open them. */
const MENUS: Readonly<Record<string, string>> = {
  'projects-of-header': 'Project: ',
  versions: 'Version: ',
  environments: 'Environment: ',
  'new-item': 'New module or test',
  'project-more': 'More about the project',
  'test-more': 'More about this test',
  'action-more': 'More about action 1',
  'page-size': 'Page size: ',
  search: 'Search and commands',
};

const SETTINGS = [
  'general',
  'integrations',
  'environments',
  'authentication',
  'browser',
  'extension',
  'appearance',
  'api',
];

export const SHOTS: readonly Shot[] = [
  { screen: 'projects', state: 'ready', path: '/projects' },
  { screen: 'projects-menu', state: 'ready', path: '/projects', act: openMenu('More for ') },
  { screen: 'projects-new', state: 'ready', path: '/projects/new' },
  { screen: 'projects-open', state: 'ready', path: '/projects/open' },
  { screen: 'unknown', state: 'error', path: sample('nowhere') },
  ...inAllStates('modules', 'modules'),
  { screen: 'modules-filled', state: 'ready', path: filled('modules/m3/t9') },
  { screen: 'modules-module', state: 'ready', path: sample('modules/m1') },
  { screen: 'modules-project', state: 'ready', path: filled('modules') },
  { screen: 'modules-filter', state: 'ready', path: sample('modules/m1/t1'), act: filterTree('basket') },
  { screen: 'modules-filter', state: 'empty', path: sample('modules/m1/t1'), act: filterTree('nothing has this') },
  { screen: 'modules-test', state: 'ready', path: sample('modules/m1/t1') },
  { screen: 'modules-test-data', state: 'ready', path: sample('modules/m1/t1?part=data') },
  { screen: 'modules-test-parameters', state: 'ready', path: sample('modules/m1/t1?part=parameters') },
  { screen: 'modules-test-details', state: 'ready', path: sample('modules/m1/t1?part=details') },
  { screen: 'modules-add-action', state: 'ready', path: sample('modules/m1/t1'), act: openMenu('Add action') },
  ...Object.entries(MENUS).map(
    ([name, button]): Shot => ({
      screen: `menu-${name}`,
      state: 'ready',
      path: sample('modules/m1/t1'),
      act: openMenu(button),
    }),
  ),
  { screen: 'menu-run-download', state: 'ready', path: sample('runs/r1'), act: openMenu('Download') },
  { screen: 'files', state: 'ready', path: sample('modules?dialog=files') },
  { screen: 'files', state: 'empty', path: empty('modules?dialog=files') },
  { screen: 'files', state: 'error', path: sample('modules?dialog=files'), refused: ['getFiles'] },
  { screen: 'new-version', state: 'ready', path: sample('modules?dialog=new-version') },
  { screen: 'rename-version', state: 'ready', path: sample('modules?dialog=rename-version') },
  { screen: 'compare-versions', state: 'ready', path: sample('modules?dialog=compare-versions&with=next') },
  { screen: 'copy-tests', state: 'ready', path: sample('modules?dialog=copy-tests') },
  ...inAllStates('features', 'features'),
  { screen: 'features-scenarios', state: 'ready', path: sample('features/f1') },
  { screen: 'features-text', state: 'ready', path: sample('features/f1?view=text') },
  { screen: 'features-examples', state: 'ready', path: sample('features/f1?view=examples') },
  { screen: 'features-import', state: 'ready', path: sample('features?dialog=import') },
  { screen: 'linking', state: 'ready', path: filled('features/linking') },
  { screen: 'linking', state: 'empty', path: empty('features/linking') },
  { screen: 'linking', state: 'loading', path: filled('features/linking'), held: ['getUnlinkedSteps'] },
  { screen: 'linking', state: 'error', path: filled('features/linking'), refused: ['getUnlinkedSteps'] },
  { screen: 'runs', state: 'ready', path: filled('runs') },
  { screen: 'runs', state: 'empty', path: empty('runs') },
  { screen: 'runs', state: 'loading', path: filled('runs'), held: ['getRuns'] },
  { screen: 'runs', state: 'error', path: filled('runs'), refused: ['getRuns'] },
  { screen: 'run', state: 'ready', path: sample('runs/r1') },
  { screen: 'run-failed', state: 'ready', path: filled('runs/r24') },
  { screen: 'run', state: 'loading', path: sample('runs/r1'), held: ['getRun'] },
  { screen: 'run', state: 'error', path: sample('runs/r99') },
  { screen: 'report', state: 'ready', path: filled('runs/r24/report') },
  { screen: 'report-compared', state: 'ready', path: filled('runs/r24/report?compare=r10') },
  { screen: 'run-upload', state: 'ready', path: sample('runs/r1?dialog=upload') },
  { screen: 'run-picture', state: 'ready', path: sample('runs/r1?dialog=picture') },
  { screen: 'health', state: 'ready', path: filled('health') },
  { screen: 'health-changed', state: 'ready', path: filled('health'), act: openMenu('Run changed since') },
  { screen: 'health', state: 'empty', path: empty('health') },
  { screen: 'ci', state: 'ready', path: filled('ci') },
  { screen: 'ci', state: 'empty', path: empty('ci') },
  { screen: 'ci', state: 'loading', path: filled('ci'), held: ['getCITargets'] },
  { screen: 'ci', state: 'error', path: filled('ci'), refused: ['getCITargets'] },
  { screen: 'health', state: 'loading', path: filled('health'), held: ['getHealth'] },
  { screen: 'health', state: 'error', path: filled('health'), refused: ['getHealth'] },
  { screen: 'live', state: 'ready', path: sample('live') },
  { screen: 'live', state: 'empty', path: empty('live') },
  { screen: 'settings', state: 'ready', path: sample('settings') },
  ...SETTINGS.map(
    (section): Shot => ({
      screen: `settings-${section}`,
      state: 'ready',
      path: sample(`settings/${section}`),
    }),
  ),
  { screen: 'settings', state: 'loading', path: sample('settings'), held: ['getProject', 'getEnvironments'] },
  { screen: 'settings', state: 'error', path: sample('settings'), refused: ['getProject', 'getEnvironments'] },
];
