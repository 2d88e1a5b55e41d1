// A type name has one meaning: one file declares it, exported or not.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TERRITORIES = ['model', 'ide-bridge', 'server', 'ide', 'extension'];

const DECLARATION = /^(?:export )?(?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm;

const files = TERRITORIES.flatMap(territory =>
  readdirSync(territory, { recursive: true }).map(name => path.posix.join(territory, name)),
).filter(name => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'));

const places = new Map();
for (const file of files)
  for (const [, name] of readFileSync(file, 'utf8').matchAll(DECLARATION))
    places.set(name, new Set([...(places.get(name) ?? []), file]));

const faults = [...places].filter(([, { size }]) => size > 1);

for (const [name, found] of faults)
  process.stdout.write(`The type ${name} has several meanings; say which in its name: ${[...found].join(', ')}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
