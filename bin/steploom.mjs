#!/usr/bin/env node
import { existsSync } from 'node:fs';
import module from 'node:module';
import { nodeVersionProblem } from './node-version.mjs';

const UNUSABLE = 2;

/** In a clone the program is first brought up to date; a package comes built, and may lack the scripts. */
async function start() {
  const preparation = new URL('../scripts/prepare/program.mjs', import.meta.url);
  if (existsSync(preparation)) {
    const { prepareProgram } = await import(preparation.href);
    if (!(await prepareProgram())) return UNUSABLE;
  }
  module.enableCompileCache?.();
  const { main } = await import('../dist/cli.js');
  return await main(process.argv.slice(2));
}

const problem = nodeVersionProblem();
if (problem === undefined) {
  start().then(exitCode => {
    process.exitCode = exitCode;
  });
} else {
  console.error(problem);
  process.exitCode = UNUSABLE;
}
