/** An edit changes one test of many: the others are neither checked nor laid out again. */
import { freeze } from 'immer';
import { AppError } from '../../../model/errors/errors.ts';
import { Module } from '../../../model/project/module.ts';
import { Test } from '../../../model/project/test.ts';
import { type ParsedFile, parseFile } from './parse-file.ts';

/** Tests never change, so each is checked once. */
const soundTests = new WeakSet<Test>();
const testTexts = new WeakMap<Test, string>();

/** Errors: `damaged-file`. */
export function readModule(file: ParsedFile): Module {
  const module = parseFile(Module, file);
  if (!file.path.endsWith(`/${module.moduleCode}.json`))
    throw new AppError(
      'damaged-file',
      `${file.path} says it is module ${module.moduleCode}; name and code must agree.`,
    );
  for (const test of module.tests) soundTests.add(test);
  return module;
}

function settleTest(test: Test): Test {
  if (soundTests.has(test)) return test;
  const settled = freeze(Test.parse(test), true);
  soundTests.add(settled);
  return settled;
}

/** Gives what reading the module's file would give. Errors: those of zod. */
export function settleModule(module: Module): Module {
  const { tests: _tests, ...header } = Module.parse({ ...module, tests: [] });
  return { ...header, tests: module.tests.map(settleTest) };
}

const LAYOUT_START = '[\n  [\n    '.length;
const LAYOUT_END = -'\n  ]\n]'.length;

/** Two lists around the test give it the indentation of its place in the file. */
const layOut = (test: Test): string => JSON.stringify([[test]], undefined, 2).slice(LAYOUT_START, LAYOUT_END);

function testText(test: Test): string {
  const known = testTexts.get(test);
  if (known !== undefined) return known;
  const text = layOut(test);
  testTexts.set(test, text);
  return text;
}

export function moduleText(module: Module): string {
  const { tests, ...header } = module;
  const head = JSON.stringify({ ...header, tests: [] }, undefined, 2);
  if (tests.length === 0) return `${head}\n`;
  return `${head.slice(0, -'[]\n}'.length)}[\n    ${tests.map(testText).join(',\n    ')}\n  ]\n}\n`;
}

export function sameModule(before: Module, after: Module): boolean {
  const [{ tests: oldTests, ...oldHeader }, { tests: newTests, ...newHeader }] = [before, after];
  const isSame = (test: Test, index: number) => {
    const old = oldTests[index];
    return old === test || (old !== undefined && testText(old) === testText(test));
  };
  const isSameHeader = JSON.stringify(oldHeader) === JSON.stringify(newHeader);
  return isSameHeader && oldTests.length === newTests.length && newTests.every(isSame);
}
