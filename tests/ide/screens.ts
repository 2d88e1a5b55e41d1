import { isInProject } from '../../ide/app/places.ts';
import { Screens } from '../../ide/app/screens.ts';
import { ciScreen } from '../../ide/screens/ci/screen.ts';
import { featuresScreen } from '../../ide/screens/features/screen.ts';
import { healthScreen } from '../../ide/screens/health/screen.ts';
import { liveScreen } from '../../ide/screens/live/screen.ts';
import { modulesScreen } from '../../ide/screens/modules/screen.ts';
import { runsScreen } from '../../ide/screens/runs/screen.ts';
import { settingsScreen } from '../../ide/screens/settings/screen.ts';

/** Without the code that is loaded for them, which is made for browsers. */
export const screens = new Screens({
  modules: modulesScreen,
  features: featuresScreen,
  runs: runsScreen,
  health: healthScreen,
  live: liveScreen,
  ci: ciScreen,
  settings: settingsScreen,
});

/** What is looked at under an address, in words: a screen, with what is open in it. */
export function screensOf(address: string): string[] {
  const { pathname, search } = new URL(address, 'http://page');
  const place = screens.read(pathname, search);
  if (!isInProject(place))
    return [place.tab === 'projects' && place.dialog !== undefined ? `projects ${place.dialog}` : place.tab];
  const { tab, view, dialog, section, runId, isReport, isLinking, testId } = place;
  const inside = [
    isLinking && 'linking',
    view,
    dialog,
    section,
    runId && (isReport ? 'report' : 'run'),
    testId && 'test',
  ];
  return [tab, ...inside.filter(word => word !== undefined && word !== false).map(word => `${tab} ${word}`)];
}

/** All that there are. */
export const SCREENS = [
  'projects',
  'projects new',
  'projects open',
  'unknown',
  'modules',
  'modules test',
  'modules files',
  'modules new-version',
  'modules rename-version',
  'modules compare-versions',
  'modules copy-tests',
  'features',
  'features text',
  'features examples',
  'features import',
  'features linking',
  'runs',
  'runs run',
  'runs report',
  'runs upload',
  'runs picture',
  'health',
  'ci',
  'live',
  'settings',
  'settings general',
  'settings integrations',
  'settings environments',
  'settings authentication',
  'settings browser',
  'settings extension',
  'settings appearance',
  'settings api',
];
