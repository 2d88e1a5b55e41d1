// `--specs`: the specs of `npm test` need a browser; `--all`: those of `npm run test:full` need the suites too.
import { nodeVersionProblem } from '../bin/node-version.mjs';

const isGiven = option => process.argv.includes(option);
const problem = nodeVersionProblem();
if (problem === undefined) {
  import('./prepare/main.mjs')
    .then(({ prepare }) => prepare({ forSpecs: isGiven('--specs') || isGiven('--all'), withSuites: isGiven('--all') }))
    .then(exitCode => {
      process.exitCode = exitCode;
    });
} else {
  console.error(problem);
  process.exitCode = 1;
}
