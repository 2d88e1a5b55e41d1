// Files do not import each other in a circle, not even types: none of them could be read without the others. The linter
// refuses circles of values. Imports that still are on a circle of types stand in circles.txt; the list may only shrink,
// and `--write` takes off what is gone.
import { readFileSync, writeFileSync } from 'node:fs';
import { readSource, sourcesIn, TERRITORIES } from './sources.mjs';

const LIST = 'scripts/lint/circles.txt';

/** By file those that it imports; without files that import none of the others, which are on no circle. */
function importsByFile() {
  const graph = new Map();
  for (const { file, imports } of sourcesIn([...TERRITORIES, 'tests']).map(readSource))
    graph.set(file, new Set([...(graph.get(file) ?? []), ...imports.map(({ from }) => from)]));
  for (let before = -1; before !== graph.size; ) {
    before = graph.size;
    for (const [file, imported] of graph) if (![...imported].some(each => graph.has(each))) graph.delete(file);
  }
  return graph;
}

/** The shortest way from a file to another along imports, both included; `undefined` where there is none. */
function wayTo(graph, start, goal) {
  const ways = [[start]];
  const seen = new Set(ways[0]);
  for (const way of ways) {
    const file = way.at(-1);
    if (file === goal) return way;
    for (const next of graph.get(file) ?? []) {
      if (!seen.has(next)) ways.push([...way, next]);
      seen.add(next);
    }
  }
  return undefined;
}

const arrow = (file, imported) => `${file} -> ${imported}`;

/** By import that is on a circle, the files of the circle from its first to its first. */
function findCircles(graph) {
  const circles = new Map();
  for (const [file, imports] of graph)
    for (const imported of imports) {
      const way = wayTo(graph, imported, file);
      if (way !== undefined) circles.set(arrow(file, imported), [file, ...way]);
    }
  return circles;
}

const circles = findCircles(importsByFile());
const listed = readFileSync(LIST, 'utf8').split('\n').filter(Boolean);
const faults = [];

const told = new Set(listed);
for (const [name, files] of circles) {
  if (told.has(name)) continue;
  faults.push(`A new circle, move what its files share into one that imports none of them: ${files.join(' -> ')}`);
  for (const [index, imported] of files.slice(1).entries()) told.add(arrow(files[index], imported));
}

if (process.argv.includes('--write')) {
  const kept = listed.filter(name => circles.has(name));
  writeFileSync(LIST, kept.map(name => `${name}\n`).join(''));
} else {
  const gone = listed.filter(name => !circles.has(name));
  for (const name of gone) faults.push(`No circle any more: ${name}`);
  if (gone.length > 0) faults.push(`node scripts/lint/circles.mjs --write takes off ${LIST} what is gone`);
}

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
