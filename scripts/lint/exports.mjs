// The word `export` says that others depend on a name. Specs count as others.
import { readSource, sourcesIn, TERRITORIES } from './sources.mjs';

/** Exports that are named only in a string. */
const ASKED_FOR = {
  'ide-bridge/workers/worker-process.ts': ['runLane'], // by the pool of workers
  'server/reference/index.ts': ['generatedDocuments'], // by scripts/generate.mjs, from the built program
  'server/do/verb-list.ts': ['verbReference'], // by the same
};

const sources = sourcesIn([...TERRITORIES, 'tests', 'scripts', 'bin']).map(readSource);

/** `undefined` among the names means all of them. */
const imported = new Map(sources.map(({ file }) => [file, new Set(ASKED_FOR[file])]));
for (const { text, imports, inline } of sources) {
  for (const { from, names } of imports) for (const name of names) imported.get(from)?.add(name);
  // A dynamic import names no exports: any word of the importing file counts as one.
  for (const from of inline) for (const word of text.match(/\w+/g)) imported.get(from)?.add(word);
}

const faults = sources
  .filter(({ file }) => TERRITORIES.some(territory => file.startsWith(`${territory}/`)))
  .filter(({ file }) => !imported.get(file).has(undefined))
  .flatMap(({ file, exports }) =>
    exports.filter(name => !imported.get(file).has(name)).map(name => `${file} exports ${name}, which nobody imports`),
  );

for (const fault of new Set(faults)) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
