import { ProjectId, VersionId } from '../../model/names/codes.ts';
import type { IdeDestination, IdeSelection } from '../../model/protocol/channel/selection.ts';
import { COMMON_DIALOGS, isInProject, type Place, type ProjectPlace, ProjectTab } from './places.ts';
import { oneOf, readAs, type Screen } from './screen.ts';
import type { IdeState } from './state.ts';

const PROGRAM = 'Steploom';
const DEFAULT_VERSION = '-';
const LONGEST_PATH = 500;
const PROJECTS_DIALOGS = { new: 'New project', open: 'Open folder' };

/** The screens of a project are given; the list of projects and the bare address are known here. */
export class Screens {
  readonly of: Readonly<Record<ProjectTab, Screen>>;

  constructor(screens: Readonly<Record<ProjectTab, Screen>>) {
    this.of = screens;
  }

  /** An address that names nothing is `unknown`. */
  read(pathname: string, search = ''): Place {
    const parts = pathname.split('/').filter(part => part !== '');
    const words = parts.map(decode);
    if (words.length === 0) return { tab: 'start' };
    if (words[0] === 'projects' && words.length === 1) return { tab: 'projects' };
    const dialog = words[0] === 'projects' ? oneOf(['new', 'open'], words[1]) : undefined;
    if (dialog !== undefined && words.length === 2) return { tab: 'projects', dialog };
    const [root, project, version = DEFAULT_VERSION, tab = 'modules', first, second, ...rest] = words;
    const projectId = readAs(ProjectId, project);
    const versionId = readAs(VersionId, version);
    const shown = readAs(ProjectTab, tab);
    const isKnown = root === 'p' && projectId !== undefined && rest.length === 0 && !words.includes(undefined);
    if (!isKnown || shown === undefined || (versionId === undefined && version !== DEFAULT_VERSION))
      return { tab: 'unknown' };
    const asked = new URLSearchParams(search);
    const { read = readAlone } = this.of[shown];
    const inside = read(asked, first, second);
    if (inside === undefined) return { tab: 'unknown' };
    return { projectId, versionId, tab: shown, ...inside, ...readCommonDialog(asked) };
  }

  pathOf(place: Place): string {
    if (!isInProject(place)) return outsidePath(place);
    const { tab, projectId, versionId = DEFAULT_VERSION, dialog, file } = place;
    const { path, below, asked } = this.of[tab];
    const words = ['p', projectId, versionId, tab, ...(below?.(place) ?? [])];
    const ownPath = words.flatMap(word => (word === undefined ? [] : [`/${encodeURIComponent(word)}`])).join('');
    return withSearch(path?.(place) ?? ownPath, { ...asked?.(place), dialog, with: place.with, file });
  }

  placeOf(destination: IdeDestination, from: Place): Place | undefined {
    const { path, tab, selection = {}, ...where } = destination;
    if (path !== undefined) {
      const url = new URL(path, 'http://page');
      const place = this.read(url.pathname, url.search);
      return place.tab === 'unknown' ? undefined : place;
    }
    if (tab === 'projects') return { tab: 'projects' };
    const current = isInProject(from) ? from : undefined;
    const projectId = where.projectId ?? current?.projectId;
    const versionId = where.versionId ?? (projectId === current?.projectId ? current?.versionId : undefined);
    if (projectId === undefined) return undefined;
    return { tab: tab ?? tabFor(selection) ?? current?.tab ?? 'modules', projectId, versionId, ...selection };
  }

  titleOf(state: IdeState, place: Place): string {
    const parts = isInProject(place) ? this.#titlesIn(state, place) : [outsideTitle(place)];
    return [...parts.filter(part => part !== undefined && part !== ''), PROGRAM].join(' – ');
  }

  #titlesIn(state: IdeState, place: ProjectPlace): string[] {
    const { label, title } = this.of[place.tab];
    const project = state.projects.find(({ projectId }) => projectId === place.projectId);
    const dialog = capitalized(place.dialog?.replace('-', ' ') ?? '');
    return [dialog, title?.(state, place) ?? label, project?.name ?? place.projectId];
  }
}

function decode(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

const readAlone = (_asked: URLSearchParams, first?: string) => (first === undefined ? {} : undefined);

function readCommonDialog(asked: URLSearchParams): Pick<ProjectPlace, 'dialog' | 'with' | 'file'> {
  const dialog = oneOf(COMMON_DIALOGS, asked.get('dialog'));
  if (dialog === undefined) return {};
  const other = dialog === 'compare-versions' ? readAs(VersionId, asked.get('with')) : undefined;
  const file = dialog === 'files' ? asked.get('file')?.slice(0, LONGEST_PATH) : undefined;
  return { dialog, ...(other && { with: other }), ...(file && { file }) };
}

function outsidePath(place: Exclude<Place, ProjectPlace>): string {
  if (place.tab !== 'projects') return '/';
  return place.dialog === undefined ? '/projects' : `/projects/${place.dialog}`;
}

function withSearch(path: string, asked: Record<string, string | undefined>): string {
  const search = Object.entries(asked)
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]))
    .join('&');
  return search === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${search}`;
}

function tabFor({ moduleId, testId, feature, scenario }: IdeSelection): ProjectTab | undefined {
  if (moduleId !== undefined || testId !== undefined) return 'modules';
  return feature !== undefined || scenario !== undefined ? 'features' : undefined;
}

function outsideTitle(place: Exclude<Place, ProjectPlace>): string | undefined {
  if (place.tab === 'unknown') return 'Nothing at this address';
  if (place.tab === 'start') return undefined;
  return place.dialog === undefined ? 'Projects' : PROJECTS_DIALOGS[place.dialog];
}

export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
