// Builds the page of the IDE into the folder given: a program of its own, so that it works beside the compiler.
import path from 'node:path';
import { runBuild } from './run-build.mjs';

const [outDir] = process.argv.slice(2);

/** React's libraries mark files for servers that render; there are hundreds, and here they mean nothing. */
const isNoise = ({ code }) => code === 'MODULE_LEVEL_DIRECTIVE';

/** What every screen has at hand, with what it needs: many small files compress less. Other edits come with their screens. */
const COMMANDS =
  /[\\/]ide[\\/]commands[\\/](?!.*(?:-edits|record-step|link-step|step-links)\.ts$)|commands[\\/](?:action|tree)-edits\.ts$/;

await runBuild({
  root: path.resolve('ide'),
  build: {
    outDir,
    emptyOutDir: true,
    // The service serves files, and its policy lets no more through than that.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: (level, log, pass) => isNoise(log) || pass(level, log),
      output: { codeSplitting: { groups: [{ name: 'commands', test: COMMANDS }] } },
    },
  },
});
