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
