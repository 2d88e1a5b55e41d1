/** A service with a feature whose scenarios end in three ways: passed, failed within a plugged test, not implemented. */
import { beforeAll, expect } from 'vitest';
import { z } from 'zod';
import { featuresOf, noticed, putFeature } from '../support/feature-files.ts';
import { eventually, useApp } from './shared-app.ts';

const FEATURE = `Feature: Basket

  Scenario: Greet
    Given the shop is open

  Scenario: Fill
    Given the shop is open
    When the basket is looked at

  Scenario Outline: Count
    Given the shop is open
    Then somebody counts to <n>

    Examples:
      | n | who                                |
      | 1 | a customer whose name is very long |
`;

const RunState = z.looseObject({ run: z.looseObject({ state: z.string() }) });

interface TestPlace {
  moduleCode: string;
  testCode: string;
}

/** One for the specs of a file. */
export function useBasketShop() {
  const shop = useApp({ pages: { '/': '<h1>Shop</h1><button>Pay</button>' } });
  const tests: { look?: TestPlace; plugged?: TestPlace } = {};

  beforeAll(async () => {
    const { author, app } = shop;
    const { moduleCode } = await author.module('Shop');
    const open = await author.test(moduleCode, 'Open the shop', { actions: [{ type: 'visit', url: '/' }] });
    const plugged = await author.test(moduleCode, 'See the heading', {
      actions: [
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Shop' },
        { type: 'assert', matcher: 'toHaveText', locator: 'h1', expected: 'Basket', timeoutMs: 200 },
        { type: 'comment', text: 'never' },
      ],
    });
    const look = await author.test(moduleCode, 'Look at the basket', {
      actions: [
        { type: 'visit', url: '/' },
        { type: 'plugTest', test: plugged.testCode },
      ],
    });
    await putFeature(app.folder, 'basket.feature', FEATURE);
    await noticed(async () => expect(await featuresOf(author)).toHaveLength(1));
    await author.do('linkStep', { text: 'the shop is open', moduleCode, testCode: open.testCode });
    await author.do('linkStep', { text: 'the basket is looked at', moduleCode, testCode: look.testCode });
    Object.assign(tests, { look, plugged });
  });

  const made = (test: TestPlace | undefined): TestPlace => {
    if (test === undefined) throw new Error('The shop has not been made.');
    return test;
  };
  return {
    /** Runs by a tool, to the end; a page is to be open. */
    async run(tool: 'runTest' | 'runFeatures', given: object): Promise<string> {
      const { client } = shop.author;
      const { runId } = await client.call(tool, { ...given, wait: 25 }, z.looseObject({ runId: z.string() }));
      const state = async () => (await client.call('getRun', { runId }, RunState)).run.state;
      await expect.poll(state, eventually).toMatch(/passed|failed|error|notImplemented/);
      return runId;
    },
    get app() {
      return shop.app;
    },
    get author() {
      return shop.author;
    },
    /** The test that the step of the scenario that fails is linked to; it plugs the other. */
    get look() {
      return made(tests.look);
    },
    get plugged() {
      return made(tests.plugged);
    },
  };
}
