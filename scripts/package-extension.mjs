import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { zipSync } from 'fflate';

const root = path.resolve('extension/dist');
const { version } = JSON.parse(readFileSync(path.join(root, 'manifest.json'), 'utf8'));
const target = path.resolve(process.argv[2] ?? 'dist', `steploom-extension-${version}.zip`);

const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter(entry => entry.isFile())
  .map(({ parentPath, name }) => path.join(parentPath, name))
  .sort();
const named = files.map(file => [path.relative(root, file).split(path.sep).join('/'), readFileSync(file)]);

mkdirSync(path.dirname(target), { recursive: true });
// With a fixed time, the same content is the same file.
writeFileSync(target, zipSync(Object.fromEntries(named), { mtime: new Date(1980, 0, 1), level: 9 }));
console.log(path.relative('.', target));
