// The linter refuses circles of values; this refuses those of types too: none of their files can be read alone.
import { readSource, sourcesIn, TERRITORIES } from './sources.mjs';

/** Files that import none of the others are on no circle and left out. */
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

/** An import on several circles is reported once. */
function findCircles(graph) {
  const circles = [];
  const reported = new Set();
  for (const [file, imports] of graph)
    for (const imported of imports) {
      const way = reported.has(arrow(file, imported)) ? undefined : wayTo(graph, imported, file);
      if (way === undefined) continue;
      circles.push([file, ...way]);
      for (const [index, next] of way.entries()) reported.add(arrow(way[index - 1] ?? file, next));
    }
  return circles;
}

const circles = findCircles(importsByFile());
for (const files of circles)
  process.stdout.write(
    `A circle, move what its files share into one that imports none of them: ${files.join(' -> ')}\n`,
  );
process.exitCode = circles.length === 0 ? 0 : 1;
