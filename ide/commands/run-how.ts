/** How whoever uses this browser wants runs to go. */
import type { IdeState, RunHow } from '../app/state.ts';

const AS_SET_UP: RunHow = {};

/** What is chosen in the Run menu; what is left out is as the project has it. */
export const chosenHow = ({ project, view }: IdeState): RunHow =>
  (project && view.runHow[project.projectId]) ?? AS_SET_UP;

/** The environment and the rest, as tools that run tests take them. */
export function howToRun(state: IdeState): RunHow & { environment: string | undefined } {
  const { project, view } = state;
  return { environment: project && view.environments[project.projectId], ...chosenHow(state) };
}
