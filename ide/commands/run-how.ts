import type { IdeState, RunHow } from '../app/state.ts';

const AS_SET_UP: RunHow = {};

/** Left out: as the project has it. */
export const chosenHow = ({ project, view }: IdeState): RunHow =>
  (project && view.runHow[project.projectId]) ?? AS_SET_UP;

export function howToRun(state: IdeState): RunHow & { environment: string | undefined } {
  const { project, view } = state;
  return { environment: project && view.environments[project.projectId], ...chosenHow(state) };
}
