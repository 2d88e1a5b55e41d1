/**
 * A process that rewrites module files while others edit their neighbours: `node rewrite-modules.mjs <project> <codes>`.
 * Every other round is done as git does it: under its lock, each file taken away and made anew, in two pieces. A line on
 * the standard input ends it after one more round, whose number it prints.
 */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const [project, codes] = process.argv.slice(2);
const lock = join(project, '.git', 'index.lock');
let isEnding = false;
process.stdin.once('data', () => {
  isEnding = true;
});
// Whoever started this process is gone.
process.stdin.once('end', () => process.exit(1));
mkdirSync(join(project, '.git'), { recursive: true });

const inRound = (text, round) => text.replace(/"comment": "[^"]*"/, `"comment": "round ${round}"`);

function replaceAtOnce(file, text) {
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

async function replaceAsGit(file, text) {
  rmSync(file);
  await pause(2);
  writeFileSync(file, text.slice(0, text.length / 2));
  await pause(2);
  appendFileSync(file, text.slice(text.length / 2));
}

async function rewriteAll(round, replace) {
  for (const code of codes.split(',')) {
    const file = join(project, 'versions/main/modules', `${code}.json`);
    await replace(file, inRound(readFileSync(file, 'utf8'), round));
    await pause(5);
  }
}

process.stdout.write('ready\n');
let round = 1;
for (; !isEnding; round += 1) {
  if (round % 2 === 1) await rewriteAll(round, replaceAtOnce);
  else {
    writeFileSync(lock, '');
    await rewriteAll(round, replaceAsGit);
    rmSync(lock);
  }
}
await rewriteAll(round, replaceAtOnce);
process.stdout.write(`${round}\n`);
process.stdin.destroy();
