#!/usr/bin/env node
/** A browser (BROWSER) that is killed as soon as it is sent the command DIES_AT. */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';

const { BROWSER, DIES_AT } = process.env;
const stdio = ['ignore', 'inherit', 'inherit', 'pipe', 'pipe'];
const browser = spawn(BROWSER, process.argv.slice(2), { stdio, detached: true });
const [, , , commands, answers] = browser.stdio;
answers.pipe(createWriteStream('', { fd: 4 }));
createReadStream('', { fd: 3 }).on('data', bytes => {
  if (bytes.includes(DIES_AT)) process.kill(-browser.pid, 'SIGKILL');
  else commands.write(bytes);
});
commands.on('error', () => {});
// Leaving by itself would wait for the reader of commands.
browser.on('exit', () => process.kill(process.pid, 'SIGKILL'));
