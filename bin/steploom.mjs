#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { nodeVersionProblem } from './node-version.mjs';

const UNUSABLE = 2;
const HELP = ['-h', '--help'];

/** The verbs of `do` are sent to a service, which is what has to be up to date; nothing else is loaded for them. */
async function doVerbs(words) {
  if (words.length === 1 && HELP.includes(words[0])) return await start();
  const program = new URL('../dist/do.js', import.meta.url);
  if (!existsSync(program) && !(await isPrepared())) return UNUSABLE;
  module.enableCompileCache?.();
  const { main } = await import(program.href);
  return await main(words);
}

/** In a clone the program is first brought up to date; a package comes built, and may lack the scripts. */
async function isPrepared() {
  const preparation = new URL('../scripts/prepare/program.mjs', import.meta.url);
  if (!existsSync(preparation)) return true;
  const { prepareProgram } = await import(preparation.href);
  return await prepareProgram();
}

async function start() {
  if (!(await isPrepared())) return UNUSABLE;
  module.enableCompileCache?.();
  const { main } = await import('../dist/cli.js');
  return await main(process.argv.slice(2));
}

const problem = nodeVersionProblem();
const [command, ...rest] = process.argv.slice(2);
if (problem === undefined) {
  (command === 'do' ? doVerbs(rest) : start()).then(exitCode => {
    process.exitCode = exitCode;
  });
} else {
  console.error(problem);
  process.exitCode = UNUSABLE;
}
