import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandReference } from './command-reference.mjs';
import { prepareProgram, ROOT } from './prepare/program.mjs';

if (!(await prepareProgram())) process.exit(1);
const { generatedDocuments } = await import('../dist/reference.js');
const { verbReference } = await import('../dist/verbs.js');
const isCheck = process.argv.includes('--check');
const drifted = [];

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function withPart(whole, part, text) {
  const [begin, end] = [`<!-- ${part}: begin -->`, `<!-- ${part}: end -->`];
  const from = whole.indexOf(begin);
  const to = whole.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`The markers ${begin} and ${end} are missing.`);
  return `${whole.slice(0, from + begin.length)}\n${text}\n${whole.slice(to)}`;
}

for (const { path, part, text } of [...generatedDocuments(), await commandReference(), verbReference()]) {
  const file = join(ROOT, path);
  const old = read(file);
  const fresh = part === undefined ? text : withPart(old, part, text);
  if (fresh === old) continue;
  drifted.push(path);
  if (!isCheck) writeFileSync(file, fresh);
}

if (isCheck && drifted.length > 0) {
  console.error(`Out of date: ${drifted.join(', ')}. Run npm run generate.`);
  process.exitCode = 1;
}
