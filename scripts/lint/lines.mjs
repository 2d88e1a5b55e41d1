// lines.json notes the non-blank lines of each top folder, so that growth is a decision. `--write` updates it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const NOTED = 'scripts/lint/lines.json';
const WRITE = 'node scripts/lint/lines.mjs --write';
const TO_GROW = `Take some away, or raise the number in the same commit with the reason in its body: ${WRITE}`;
const TO_SHRINK = `Lower the number, so that it stays so: ${WRITE}`;

/** Growth since the last note that needs no new one. */
const GROWTH = 20;
/** Gains above this are noted. */
const SHRINKAGE = 100;

const CODE = /\.(?:tsx?|m?js|mts|html)$/;
const STYLES = /\.css$/;

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
