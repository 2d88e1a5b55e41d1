import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runBuild } from './run-build.mjs';

const root = path.resolve('extension');
const outDir = path.join(root, 'dist');

await runBuild({
  root,
  base: './',
  build: {
    outDir,
    emptyOutDir: true,
    target: 'chrome126',
    modulePreload: false,
    rolldownOptions: {
      input: {
        background: path.join(root, 'background/main.ts'),
        popup: path.join(root, 'popup.html'),
        devtools: path.join(root, 'devtools/devtools.html'),
      },
      output: { entryFileNames: '[name].js' },
    },
  },
});

if (process.exitCode === undefined) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const manifest = JSON.parse(readFileSync(path.join(root, 'public/manifest.json'), 'utf8'));
  writeFileSync(path.join(outDir, 'manifest.json'), `${JSON.stringify({ ...manifest, version }, undefined, 2)}\n`);
}
