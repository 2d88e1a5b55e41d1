// Builds dist/ where it is stale, after installing the packages where they are.
import { nodeVersionProblem } from '../bin/node-version.mjs';

const problem = nodeVersionProblem();
if (problem === undefined) {
  import('./prepare/program.mjs')
    .then(({ prepareProgram }) => prepareProgram())
    .then(isReady => {
      process.exitCode = isReady ? 0 : 1;
    });
} else {
  console.error(problem);
  process.exitCode = 1;
}
