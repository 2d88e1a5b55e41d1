import { isInProject, type Place } from '../../ide/app/places.ts';

/** What is looked at under an address, in words: a screen, with what is open in it. */
export function screensOf(place: Place): string[] {
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
