// A program of its own, beside the other builds. Reading one file instead of six hundred halves every start.
import path from 'node:path';
import { runBuild } from './run-build.mjs';

/** Loaded by the command, the generator, the set-up and the benches. */
const ENTRIES = {
  cli: 'server/cli/main.ts',
  do: 'server/cli/do/main.ts',
  service: 'server/main.ts',
  reference: 'server/reference/index.ts',
  verbs: 'server/do/verb-list.ts',
  token: 'server/store/tokens/token-file.ts',
  'find-browser': 'ide-bridge/browser/install/find-browser.ts',
  'install-browser': 'ide-bridge/browser/install/install-browser.ts',
  machine: 'ide-bridge/browser/install/machine.ts',
  'worker-process': 'ide-bridge/workers/worker-process.ts',
};

/** Node starts each as a neighbour of the file that needs it. */
const STARTED = {
  'expression-child': 'ide-bridge/runner/values/expression-child.mjs',
  'file-content-child': 'ide-bridge/runner/files/file-content-child.mjs',
};

/** A hundred files, most in languages that nobody here asks for; other packages stay where npm put them. */
const BUNDLED_PACKAGES = ['zod'];

const [outDir, source] = process.argv.slice(2);
const entries = source === undefined ? ENTRIES : { [path.parse(source).name]: path.resolve(source) };

await runBuild({
  ssr: { noExternal: BUNDLED_PACKAGES },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    target: 'node20',
    minify: false,
    sourcemap: true,
    rolldownOptions: {
      input: { ...entries, ...STARTED },
      output: {
        entryFileNames: ({ facadeModuleId }) => `[name]${path.extname(facadeModuleId).replace('ts', 'js')}`,
        chunkFileNames: 'shared-[name].js',
      },
    },
  },
});
