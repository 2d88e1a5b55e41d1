// A program of its own, so that it runs beside the other builds.
import path from 'node:path';
import { runBuild } from './run-build.mjs';

const [outDir] = process.argv.slice(2);

/** React's libraries mark files for server rendering: hundreds of warnings that mean nothing here. */
const isNoise = ({ code }) => code === 'MODULE_LEVEL_DIRECTIVE';

/** Every screen needs these, and many small files compress less. Other edits come with their screens. */
const COMMANDS =
  /[\\/]ide[\\/]commands[\\/](?!.*(?:-edits|record-step|link-step|step-links|use-request|allow-incident)\.ts$)|commands[\\/](?:action|tree)-edits\.ts$/;

/** What the page needs before it shows anything. */
const FIRST =
  /[\\/]ide[\\/](?:app[\\/]ide|shell[\\/]screens|shell[\\/]sign-in[\\/]sign-in-screen|ui[\\/]theme)\.tsx?$|[\\/](?:MantineProvider|use-color-scheme)\.mjs$/;

/** What is around every screen, with the modules: nearly everybody sees them first. */
const WORKSPACE = /[\\/]ide[\\/](?:shell[\\/]workspace|screens[\\/]modules[\\/]modules-screen)\.tsx$/;

const GROUPS = [
  { name: 'commands', test: COMMANDS },
  { name: 'first', test: FIRST },
  { name: 'workspace', test: WORKSPACE },
];

await runBuild({
  root: path.resolve('ide'),
  build: {
    outDir,
    emptyOutDir: true,
    // The content policy of the service allows files, no inlined data.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog: (level, log, pass) => isNoise(log) || pass(level, log),
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
});
