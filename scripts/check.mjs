import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const BIN = path.resolve('node_modules/.bin');

const CHECKS = {
  'check:types': [path.join(BIN, 'tsc'), '--build'],
  'check:types of the page': [path.join(BIN, 'tsc'), '--noEmit', '-p', 'ide/tsconfig.json'],
  'check:types of the extension': [path.join(BIN, 'tsc'), '--noEmit', '-p', 'extension/tsconfig.json'],
  'check:lint': [path.join(BIN, 'biome'), 'ci', '--error-on-warnings', '.'],
  'check:exports': [process.execPath, 'scripts/lint/exports.mjs'],
  'check:rooms': [process.execPath, 'scripts/lint/rooms.mjs'],
  'check:page room': [process.execPath, 'scripts/lint/page-room.mjs'],
  'check:private parts': [process.execPath, 'scripts/lint/private-parts.mjs'],
  'check:circles': [process.execPath, 'scripts/lint/circles.mjs'],
  'check:lines': [process.execPath, 'scripts/lint/lines.mjs'],
  'check:messages': [process.execPath, 'scripts/lint/messages.mjs'],
  'check:styles': [process.execPath, 'scripts/lint/styles.mjs'],
  'check:names of types': [process.execPath, 'scripts/lint/type-names.mjs'],
  'check:generated': [process.execPath, 'scripts/generate.mjs', '--check'],
};

async function check([name, [command, ...args]]) {
  const child = spawn(command, args, { shell: process.platform === 'win32' });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk));
  const [exitCode] = await once(child, 'close');
  process.stdout.write(`${name}: ${exitCode === 0 ? 'passed' : `failed\n${output}`}\n`);
  return exitCode === 0;
}

const outcomes = await Promise.all(Object.entries(CHECKS).map(check));
process.exitCode = outcomes.every(Boolean) ? 0 : 1;
