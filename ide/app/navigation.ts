/** Moves the page, for its person and for the service, which is answered once the page shows what it asked for. */

import { navigate } from 'wouter/use-browser-location';
import { AppError } from '../../model/errors/errors.ts';
import type { IdeDestination, IdeReport } from '../../model/protocol/channel/selection.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import { isSame } from './edits.ts';
import { isInProject, type Place, type ProjectPlace, type ProjectTab } from './places.ts';
import { completePlace, isThere, nameOf, reportOf } from './reports.ts';
import type { Screens } from './screens.ts';
import { type IdeStore, waitFor } from './store.ts';

const SHOWN_LIMIT_MS = 10_000;

export class Navigation {
  readonly #store: IdeStore;
  readonly #screens: Screens;
  readonly #listeners = new Set<(report: IdeReport) => void>();
  /** The last place in each view of the project. */
  readonly #last = new Map<string, ProjectPlace>();
  #drawn: IdeReport | undefined;

  constructor(store: IdeStore, screens: Screens) {
    this.#store = store;
    this.#screens = screens;
  }

  place(): Place {
    return this.#screens.read(window.location.pathname, window.location.search);
  }

  go(place: Place, options?: { replace?: boolean }): void {
    const path = this.#screens.pathOf(place);
    if (path !== this.#screens.pathOf(this.place())) navigate(path, options);
  }

  goWithin({ tab, ...rest }: Partial<Omit<ProjectPlace, 'projectId' | 'versionId'>>): void {
    const from = this.place();
    if (!isInProject(from)) return;
    this.go({ tab: tab ?? from.tab, projectId: from.projectId, versionId: from.versionId, ...rest });
  }

  lastIn(tab: ProjectTab): Place | undefined {
    return this.#last.get(tab);
  }

  /** Replaces an address that left something out by the whole one. */
  complete(path: string): void {
    if (path !== this.#screens.pathOf(this.place())) navigate(path, { replace: true });
  }

  /** Called when a place has been rendered. */
  drawn(report: IdeReport): void {
    this.#drawn = report;
    this.#remember(this.place());
    for (const listener of [...this.#listeners]) listener(report);
  }

  /** Errors: `not-found`, `timeout`; the page stays where it is when the place is known not to exist. */
  async goFor(destination: IdeDestination): Promise<IdeReport> {
    const from = this.place();
    const wanted = this.#screens.placeOf(destination, from);
    if (wanted === undefined)
      throw new AppError('not-found', `The IDE has no view for ${nameOf(destination)}.`, { field: 'path' });
    refuseUnknownProject(this.#store, wanted);
    const target = completePlace(this.#store.getState(), wanted);
    try {
      isThere(this.#store.getState(), target);
      this.go(target);
      await waitFor(this.#store, state => isThere(state, completePlace(state, target)), SHOWN_LIMIT_MS);
    } catch (error) {
      this.go(from, { replace: true });
      throw error;
    }
    const final = completePlace(this.#store.getState(), target);
    this.go(final, { replace: true });
    return await this.#whenDrawn(final);
  }

  /** Resolves once a place is rendered as the store has it. */
  #whenDrawn(target: Place): Promise<IdeReport> {
    const path = this.#screens.pathOf(target);
    const isShown = ({ url, selection }: IdeReport) =>
      url === path && isSame(selection, reportOf(this.#store.getState(), target, { url, isFocused: true }).selection);
    if (this.#drawn !== undefined && isShown(this.#drawn)) return Promise.resolve(this.#drawn);
    return new Promise((resolve, reject) => {
      const finish = () => {
        clearTimeout(timer);
        this.#listeners.delete(check);
      };
      const check = (report: IdeReport) => {
        if (!isShown(report)) return;
        finish();
        resolve(report);
      };
      const timer = setTimeout(() => {
        finish();
        reject(new AppError('timeout', `The page did not show ${path} within ${inSeconds(SHOWN_LIMIT_MS)}.`));
      }, SHOWN_LIMIT_MS);
      this.#listeners.add(check);
    });
  }

  /** Only the places of one version of one project are kept. */
  #remember(place: Place): void {
    if (!isInProject(place)) return;
    const [other] = this.#last.values();
    if (other?.projectId !== place.projectId || other.versionId !== place.versionId) this.#last.clear();
    this.#last.set(place.tab, place);
  }
}

function refuseUnknownProject(store: IdeStore, place: Place): void {
  const { projects } = store.getState();
  if (!isInProject(place) || projects.some(({ projectId }) => projectId === place.projectId)) return;
  const known = projects.map(({ projectId }) => projectId).join(', ');
  throw new AppError('not-found', `There is no project ${place.projectId}. Projects: ${known || 'none'}.`);
}
