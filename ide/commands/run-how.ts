import type { IdeState, RunHow } from '../app/state.ts';

const AS_SET_UP: RunHow = {};

/** Left out: as the project has it. */
export const chosenHow = ({ project, view }: IdeState): RunHow =>
  (project && view.runHow[project.projectId]) ?? AS_SET_UP;

/** As chosen for runs; undefined: the default one. */
export const environmentOf = ({ project, view }: IdeState): string | undefined =>
  project && view.environments[project.projectId];

export const howToRun = (state: IdeState): RunHow & { environment: string | undefined } => ({
  environment: environmentOf(state),
  ...chosenHow(state),
});
