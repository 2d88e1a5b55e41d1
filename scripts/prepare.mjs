// Makes a fresh clone usable: packages, build, browser. `--all` is for the specs, which cannot do without a browser
// and without the conformance suites.
import { nodeVersionProblem } from '../bin/node-version.mjs';

const problem = nodeVersionProblem();
if (problem === undefined) {
  import('./prepare/main.mjs')
    .then(({ prepare }) => prepare({ forSpecs: process.argv.includes('--all') }))
    .then(exitCode => {
      process.exitCode = exitCode;
    });
} else {
  console.error(problem);
  process.exitCode = 1;
}
