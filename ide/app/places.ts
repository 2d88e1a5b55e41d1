/** The addresses of the page: what each shows, and the address of everything that can be shown. Pure. */
import { ActionId, ModuleCode, ProjectId, RunId, TestCode, VersionId } from '../../model/names/codes.ts';
import type { IdeDestination, IdeSelection, IdeTab } from '../../model/protocol/channel/selection.ts';
import { runPath } from '../../model/run/run-address.ts';

/** Tabs that have a view. */
const PROJECT_TABS = ['modules', 'features', 'runs', 'health', 'ci', 'live', 'settings'] as const;
export type ProjectTab = (typeof PROJECT_TABS)[number];

const FEATURE_VIEWS = ['text', 'examples'] as const;
type FeatureViewName = (typeof FEATURE_VIEWS)[number];

/** Which scenarios are shown, where not all are. */
const FEATURES_SHOWN = ['red', 'failed'] as const;
export type FeaturesShown = (typeof FEATURES_SHOWN)[number];

export interface FeatureFilter {
  /** Words of names, codes and issue keys; with an @ in it, an expression of tags. */
  text: string;
  shown: 'all' | FeaturesShown;
}

/** More than anybody types to find something. */
export const LONGEST_FILTER = 300;

const DIALOGS = { features: ['import', 'push'], runs: ['upload', 'picture'] } as const;

/** What may be open above every tab. */
const COMMON_DIALOGS = ['files', 'new-version', 'rename-version', 'compare-versions', 'copy-tests'] as const;
export type CommonDialog = (typeof COMMON_DIALOGS)[number];

export const isCommonDialog = (name: string | undefined): boolean => COMMON_DIALOGS.some(one => one === name);

/** What is shown of a test above its actions. */
const TEST_PARTS = ['parameters', 'data', 'details'] as const;
export type TestPart = (typeof TEST_PARTS)[number];

/** A place in a project. */
export interface ProjectPlace {
  tab: ProjectTab;
  projectId: ProjectId;
  /** Left out: the default version, whichever that is. Addresses have `-` for it. */
  versionId?: VersionId;
  moduleId?: ModuleCode;
  testId?: TestCode;
  actionId?: ActionId;
  feature?: string;
  scenario?: string;
  view?: FeatureViewName;
  /** By which features are found: words, or with an @ in it an expression of tags. */
  filter?: string;
  shown?: FeaturesShown;
  /** The desk where red steps are linked, instead of a feature. */
  isLinking?: boolean;
  dialog?: (typeof DIALOGS)[keyof typeof DIALOGS][number] | CommonDialog;
  /** The version that the one shown is held against. */
  with?: VersionId | undefined;
  /** The file that is shown of those of the project. */
  file?: string | undefined;
  part?: TestPart | undefined;
  runId?: string;
  /** What of the run is chosen, e.g. `2.3.1`. */
  step?: string;
  /** Its report rather than how it went. */
  isReport?: boolean;
  /** The run that its report is held against. */
  compare?: string | undefined;
  section?: string;
  /** What a script of CI is made for. */
  ci?: CIChoice;
}

/** Named by an address of CI: a suite, or codes of modules, tests, features and scenarios; neither: everything. */
export interface CIChoice {
  suite?: string | undefined;
  codes?: readonly string[] | undefined;
  tags?: string | undefined;
  environment?: string | undefined;
}

const PROJECTS_DIALOGS = ['new', 'open'] as const;
export type ProjectsDialog = (typeof PROJECTS_DIALOGS)[number];

/** The projects of the workspace. */
interface ProjectsPlace {
  tab: 'projects';
  /** Whether a project is being made, or opened from another folder. */
  dialog?: ProjectsDialog | undefined;
}

/** What an address shows. `start` is the bare address, from where the page goes on to a project. */
export type Place = { tab: 'start' } | ProjectsPlace | { tab: 'unknown' } | ProjectPlace;

const DEFAULT_VERSION = '-';

export const isInProject = (place: Place): place is ProjectPlace => 'projectId' in place;

const read = <Value>(schema: { safeParse(text: unknown): { data?: Value | undefined } }, text: string | undefined) =>
  text === undefined ? undefined : schema.safeParse(text).data;

const decode = (part: string): string | undefined => {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
};

/** Reads an address; one that names nothing is `unknown`. */
export function readPlace(pathname: string, search = ''): Place {
  const parts = pathname.split('/').filter(part => part !== '');
  const words = parts.map(decode);
  if (words.length === 0) return { tab: 'start' };
  if (words[0] === 'projects' && words.length === 1) return { tab: 'projects' };
  const dialog = words[0] === 'projects' ? PROJECTS_DIALOGS.find(one => one === words[1]) : undefined;
  if (dialog !== undefined && words.length === 2) return { tab: 'projects', dialog };
  const [root, project, version = DEFAULT_VERSION, tab = 'modules', first, second, ...rest] = words;
  const projectId = read(ProjectId, project);
  const versionId = read(VersionId, version);
  const isKnown = root === 'p' && projectId !== undefined && rest.length === 0 && !words.includes(undefined);
  if (!isKnown || (versionId === undefined && version !== DEFAULT_VERSION)) return { tab: 'unknown' };
  const place = readTab({ projectId, versionId }, tab, { first, second, search });
  return place === undefined ? { tab: 'unknown' } : { ...place, ...readCommonDialog(search) };
}

const LONGEST_PATH = 500;

function readCommonDialog(search: string): Pick<ProjectPlace, 'dialog' | 'with' | 'file'> {
  const asked = new URLSearchParams(search);
  const dialog = COMMON_DIALOGS.find(name => name === asked.get('dialog'));
  if (dialog === undefined) return {};
  const other = dialog === 'compare-versions' ? read(VersionId, asked.get('with') ?? undefined) : undefined;
  const file = dialog === 'files' ? asked.get('file')?.slice(0, LONGEST_PATH) : undefined;
  return { dialog, ...(other && { with: other }), ...(file && { file }) };
}

type VersionPlace = Pick<ProjectPlace, 'projectId' | 'versionId'>;

interface AddressParts {
  first: string | undefined;
  second: string | undefined;
  search: string;
}

function readTab(where: VersionPlace, tab: string, { first, second, search }: AddressParts): ProjectPlace | undefined {
  if (tab === 'modules') return readModules(where, { first, second, search });
  if (tab === 'features') return readFeatures(where, { first, second, search });
  if (tab === 'runs') return readRuns(where, { first, second, search });
  if (tab === 'health' || tab === 'live') return first === undefined ? { ...where, tab } : undefined;
  if (tab === 'ci') return first === undefined ? { ...where, tab, ci: readCI(new URLSearchParams(search)) } : undefined;
  if (second !== undefined) return undefined;
  return tab === 'settings' ? { ...where, tab, section: first } : undefined;
}

const CI_WORD = /^[\w.-]{1,200}$/;
const MOST_CODES = 500;

function readCI(asked: URLSearchParams): CIChoice {
  const words = (name: string) => asked.getAll(name).filter(word => CI_WORD.test(word));
  const codes = ['module', 'test', 'feature', 'scenario'].flatMap(words).slice(0, MOST_CODES);
  const [[suite], [environment]] = [words('suite'), words('env')];
  const tags = asked.get('tags')?.slice(0, LONGEST_FILTER) || undefined;
  return {
    ...(suite === undefined ? {} : { suite }),
    ...(codes.length === 0 ? {} : { codes }),
    ...(tags === undefined ? {} : { tags }),
    ...(environment === undefined ? {} : { environment }),
  };
}

/** No feature has such a code. */
const LINKING = 'linking';

function readFeatures(where: VersionPlace, { first, second, search }: AddressParts): ProjectPlace {
  const asked = new URLSearchParams(search);
  const view = FEATURE_VIEWS.find(name => first !== undefined && name === asked.get('view'));
  const filter = asked.get('filter')?.slice(0, LONGEST_FILTER) || undefined;
  const shown = FEATURES_SHOWN.find(name => name === asked.get('shown'));
  if (first === LINKING && second === undefined) return { ...where, tab: 'features', isLinking: true, filter };
  const what = { feature: first, scenario: second, view, filter, shown };
  return { ...where, tab: 'features', ...what, ...readDialog('features', asked) };
}

function readDialog(tab: keyof typeof DIALOGS, asked: URLSearchParams): Pick<ProjectPlace, 'dialog'> {
  const dialog = DIALOGS[tab].find(name => name === asked.get('dialog'));
  return dialog === undefined ? {} : { dialog };
}

const REPORT = 'report';

function readRuns(where: VersionPlace, { first, second, search }: AddressParts): ProjectPlace | undefined {
  if (first === undefined) return { ...where, tab: 'runs', runId: first };
  if (second !== undefined && second !== REPORT) return undefined;
  const asked = new URLSearchParams(search);
  const run = { ...where, tab: 'runs' as const, runId: first, ...readDialog('runs', asked) };
  if (second === REPORT) return { ...run, isReport: true, ...readCompare(asked) };
  const step = asked.get('step') ?? undefined;
  const isKnown = step !== undefined && /^[\w.]{1,200}$/.test(step);
  return { ...run, ...(isKnown ? { step } : {}) };
}

function readCompare(asked: URLSearchParams): Pick<ProjectPlace, 'compare'> {
  const compare = read(RunId, asked.get('compare') ?? undefined);
  return compare === undefined ? {} : { compare };
}

function readModules(where: VersionPlace, { first, second, search }: AddressParts): ProjectPlace | undefined {
  const moduleId = read(ModuleCode, first);
  const testId = read(TestCode, second);
  if ((first !== undefined && moduleId === undefined) || (second !== undefined && testId === undefined))
    return undefined;
  const asked = new URLSearchParams(search);
  const actionId = testId === undefined ? undefined : read(ActionId, asked.get('action') ?? undefined);
  const part = TEST_PARTS.find(name => testId !== undefined && name === asked.get('part'));
  return { ...where, tab: 'modules', moduleId, testId, actionId, ...(part && { part }) };
}

/** Which no address can have. */
const HALF_CHARACTERS = /\p{Cs}/gu;

function outsidePath(place: Exclude<Place, ProjectPlace>): string {
  if (place.tab !== 'projects') return '/';
  return place.dialog === undefined ? '/projects' : `/projects/${place.dialog}`;
}

/** The address of a place, with its search. */
export function pathOf(place: Place): string {
  if (!isInProject(place)) return outsidePath(place);
  const { tab, moduleId, testId, actionId, feature, scenario, view, dialog, runId, step, isReport, section } = place;
  const { filter, shown, compare, part } = place;
  const below = {
    modules: [moduleId, testId],
    features: place.isLinking ? [LINKING] : [feature, scenario],
    runs: [runId, isReport && runId !== undefined ? REPORT : undefined],
    health: [],
    ci: [],
    live: [],
    settings: [section],
  }[tab];
  const parts = ['p', place.projectId, place.versionId ?? DEFAULT_VERSION, tab, ...below];
  const ownPath = parts.flatMap(part => (part === undefined ? [] : [`/${encodeURIComponent(part)}`])).join('');
  const path = tab === 'ci' ? runPath({ ...place, ...place.ci }) : ownPath;
  const asked = Object.entries({
    action: actionId,
    part,
    view,
    filter: filter?.replace(HALF_CHARACTERS, ''),
    shown,
    dialog,
    with: place.with,
    file: place.file,
    step,
    compare: isReport ? compare : undefined,
  });
  const search = asked
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
  return search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

/** What is chosen at a place, as far as the address says. */
export function selectionOf(place: Place): IdeSelection {
  if (!isInProject(place)) return {};
  const { moduleId, testId, actionId, feature, scenario } = place;
  return { moduleId, testId, actionId, feature, scenario };
}

export const reportedTab = (place: Place): IdeTab => (isInProject(place) ? place.tab : 'projects');

/** Where a destination lies, seen from a place; undefined where this page has no such view. */
export function placeOf(destination: IdeDestination, from: Place): Place | undefined {
  const { path, tab, selection = {}, ...where } = destination;
  if (path !== undefined) {
    const url = new URL(path, 'http://page');
    const place = readPlace(url.pathname, url.search);
    return place.tab === 'unknown' ? undefined : place;
  }
  if (tab === 'projects') return { tab: 'projects' };
  const current = isInProject(from) ? from : undefined;
  const projectId = where.projectId ?? current?.projectId;
  const versionId = where.versionId ?? (projectId === current?.projectId ? current?.versionId : undefined);
  if (projectId === undefined) return undefined;
  const shown = tab ?? tabFor(selection) ?? current?.tab ?? 'modules';
  const view = PROJECT_TABS.find(name => name === shown);
  if (view === undefined) return undefined;
  return { tab: view, projectId, versionId, ...selection };
}

function tabFor({ moduleId, testId, feature, scenario }: IdeSelection): ProjectTab | undefined {
  if (moduleId !== undefined || testId !== undefined) return 'modules';
  return feature !== undefined || scenario !== undefined ? 'features' : undefined;
}
