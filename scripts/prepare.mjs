// Makes a fresh clone usable: packages, build, browser. `--specs` is for the specs of `npm test`, which cannot do
// without a browser; `--all` for those of `npm run test:full`, which need the conformance suites as well.
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
