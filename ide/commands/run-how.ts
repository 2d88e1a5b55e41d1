import { counted } from '../../model/names/counted.ts';
import type { IdeState, RunHow } from '../app/state.ts';

const AS_SET_UP: RunHow = {};

/** Left out: as the project has it. */
export const chosenHow = ({ project, view }: IdeState): RunHow =>
  (project && view.runHow[project.projectId]) ?? AS_SET_UP;

/** Every way in which runs differ from how the project has them, until that is taken back; e.g. `10×`. */
export function howInShort({ repeatEach = 1, devices = [], workers, retries }: RunHow): string[] {
  return [
    repeatEach === 1 ? [] : `${repeatEach}×`,
    devices.length > 1 ? counted(devices.length, 'device') : devices,
    workers === undefined ? [] : `${workers} at a time`,
    retries === undefined ? [] : retriesInWords(retries),
  ].flat();
}

const retriesInWords = (retries: number): string =>
  retries === 0 ? 'no retries' : counted(retries, 'retry', 'retries');

/** As chosen for runs; undefined: the default one. */
export const environmentOf = ({ project, view }: IdeState): string | undefined =>
  project && view.environments[project.projectId];

export const howToRun = (state: IdeState): RunHow & { environment: string | undefined } => ({
  environment: environmentOf(state),
  ...chosenHow(state),
});
