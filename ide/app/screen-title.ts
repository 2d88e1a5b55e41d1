/** What a screen is called in the title of the window and in the list of open tabs. Pure. */
import { isInProject, type Place, type ProjectPlace } from './places.ts';
import { type IdeState, snapshotOf } from './state.ts';

const PROGRAM = 'Steploom';
const PROJECTS_DIALOGS = { new: 'New project', open: 'Open folder' };

/** From the narrow to the wide: the screen, its project, the program. */
export function screenTitle(state: IdeState, place: Place): string {
  const parts = isInProject(place)
    ? [inTitle(place.dialog?.replace('-', ' ') ?? ''), screenIn(state, place), projectName(state, place.projectId)]
    : [outsideTitle(place)];
  return [...parts.filter(part => part !== undefined && part !== ''), PROGRAM].join(' – ');
}

function outsideTitle(place: Exclude<Place, ProjectPlace>): string | undefined {
  if (place.tab === 'unknown') return 'Nothing at this address';
  if (place.tab === 'start') return undefined;
  return place.dialog === undefined ? 'Projects' : PROJECTS_DIALOGS[place.dialog];
}

const projectName = ({ projects }: IdeState, projectId: string): string =>
  projects.find(project => project.projectId === projectId)?.name ?? projectId;

function screenIn(state: IdeState, place: ProjectPlace): string {
  switch (place.tab) {
    case 'modules':
      return moduleTitle(state, place);
    case 'features':
      return place.isLinking ? 'Linking desk' : (featureName(state, place) ?? 'Features');
    case 'runs':
      return place.runId === undefined ? 'Runs' : `${place.isReport ? 'Report of run' : 'Run'} ${place.runId}`;
    case 'health':
      return 'Health';
    case 'ci':
      return 'CI';
    case 'live':
      return 'Live view';
    case 'settings':
      return place.section === undefined ? 'Settings' : `${inTitle(place.section)} – Settings`;
  }
}

const inTitle = (section: string): string =>
  section === 'api' ? 'API' : section.charAt(0).toUpperCase() + section.slice(1);

function moduleTitle(state: IdeState, { moduleId, testId }: ProjectPlace): string {
  const snapshot = snapshotOf(state);
  const test = testId === undefined ? undefined : snapshot?.tests[testId];
  const module = moduleId === undefined ? undefined : snapshot?.modules[moduleId];
  if (test === undefined && testId !== undefined && snapshot !== undefined) return `No test ${testId}`;
  return test?.name ?? module?.name ?? 'Modules';
}

function featureName({ features }: IdeState, { feature, scenario }: ProjectPlace): string | undefined {
  if (features.phase !== 'ready') return undefined;
  const found = features.value.find(({ featureCode }) => featureCode === feature);
  return found?.scenarios.find(one => one.scenario === scenario)?.name || found?.name;
}
