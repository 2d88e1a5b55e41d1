// What nobody imports is not exported: the word says that others depend on it. Tools are all read by their registry.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const TERRITORIES = ['model', 'ide-bridge', 'server', 'ide', 'extension'];
const READERS = [...TERRITORIES, 'tests', 'scripts', 'bin'];

const EXPORT =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:interface|type|class|function\*?|const|let|enum) (\w+)/gm;

const files = READERS.flatMap(folder =>
  readdirSync(folder, { recursive: true }).map(name => path.posix.join(folder, name)),
).filter(name => /\.(?:tsx?|mjs)$/.test(name) && !/node_modules|^extension\/dist\//.test(name));

const texts = new Map(files.map(file => [file, readFileSync(file, 'utf8')]));

/** In how many files each word occurs. */
const counts = new Map();
for (const text of texts.values())
  for (const word of new Set(text.match(/\w+/g))) counts.set(word, (counts.get(word) ?? 0) + 1);

const faults = [...texts]
  .filter(([file]) => TERRITORIES.some(territory => file.startsWith(`${territory}/`)))
  .filter(([file]) => !/^server\/tools\/[^/]+$/.test(file))
  .flatMap(([file, text]) =>
    [...text.matchAll(EXPORT)]
      .filter(([, name]) => counts.get(name) === 1)
      .map(([, name]) => `${file} exports ${name}, which nobody else names`),
  );

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
