import type { TestCode } from '../names/codes.ts';
import type { Module } from './module.ts';

/** The tests that run around another one. */
export interface Hooks {
  before?: TestCode | undefined;
  after?: TestCode | undefined;
}

/** What a module runs around one of its tests. A test that is itself a hook of its module runs alone. */
export const hooksAround = ({ before, after }: Module, testCode: TestCode): Hooks =>
  testCode === before || testCode === after ? {} : { before, after };
