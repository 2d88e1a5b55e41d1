// How large each top room may be, in lines that are not blank: lines.json notes it, so that growth is decided on rather
// than found later. `--write` notes anew those that have outgrown their number or are well below it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const NOTED = 'scripts/lint/lines.json';
const WRITE = 'node scripts/lint/lines.mjs --write';
const TO_GROW = `Take some away, or raise the number in the same commit with the reason in its body: ${WRITE}`;
const TO_SHRINK = `Lower the number, so that it stays so: ${WRITE}`;

/** Small changes need not touch the number: so much all of them together since it was noted. */
const GROWTH = 20;
/** What is won by more than this is kept. */
const SHRINKAGE = 100;

const CODE = /\.(?:tsx?|m?js|mts|html)$/;
const STYLES = /\.css$/;

/** By name, a folder and the files in it that count. */
const COUNTED = {
  model: ['model', CODE],
  'ide-bridge': ['ide-bridge', CODE],
  server: ['server', CODE],
  ide: ['ide', CODE],
  'ide styles': ['ide', STYLES],
  extension: ['extension', CODE],
  scripts: ['scripts', CODE],
  tests: ['tests', CODE],
};

/** Made by a build, installed, or taken from elsewhere. */
const NOT_OURS = /^extension\/dist\/|\/node_modules\/|^tests\/fixtures\/|^server\/sample\/project\//;

const linesOf = file => readFileSync(file, 'utf8').match(/^.*\S.*$/gm)?.length ?? 0;

const count = ([folder, names]) =>
  readdirSync(folder, { recursive: true })
    .map(name => path.posix.join(folder, name))
    .filter(file => names.test(file) && !NOT_OURS.test(file))
    .reduce((sum, file) => sum + linesOf(file), 0);

const noted = JSON.parse(readFileSync(NOTED, 'utf8'));
const counts = Object.entries(COUNTED).map(([name, counted]) => ({
  name,
  lines: count(counted),
  was: noted[name] ?? 0,
}));

const grown = counts.filter(({ lines, was }) => lines > was + GROWTH);
const shrunk = counts.filter(({ lines, was }) => lines < was - SHRINKAGE);

if (process.argv.includes('--write')) {
  const changed = [...grown, ...shrunk].map(({ name, lines }) => [name, lines]);
  writeFileSync(NOTED, `${JSON.stringify({ ...noted, ...Object.fromEntries(changed) }, null, 2)}\n`);
} else {
  for (const { name, lines, was } of grown)
    process.stdout.write(`${name} has ${lines} lines, ${lines - was} more than noted. ${TO_GROW}\n`);
  for (const { name, lines, was } of shrunk)
    process.stdout.write(`${name} has ${lines} lines, ${was - lines} fewer than noted. ${TO_SHRINK}\n`);
  process.exitCode = grown.length + shrunk.length === 0 ? 0 : 1;
}
