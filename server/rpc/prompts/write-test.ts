import type { Prompt } from '../calls/prompt.ts';
import { suggestModules } from '../calls/suggestions.ts';

export const writeTest: Prompt = {
  name: 'write-test',
  title: 'Write a test',
  description: 'Write a test for something that users do, and run it until it passes',
  arguments: [
    { name: 'goal', description: 'What the test shows, e.g. "a guest can order with a voucher"', required: true },
    {
      name: 'module',
      description: 'Code or name of the module that takes it',
      required: false,
      suggest: suggestModules,
    },
  ],
  ask: ({ goal = '', module }) => `Write a Steploom test that shows: ${goal}

1. Read steploom://guide, and getModules with includeTests; reuse what is there by plugTest.
2. Walk through it on the live page: navigateUrl, then getPageElements on each page. Take locators from getPageElements, and ask validateActions about what you mean to do there.
3. ${module === undefined ? 'Choose the module that fits, or create one' : `Put the test into the module ${module}`}; createTest with all actions in one call. End with assertions on what users see; no fixed waits.
4. runTest with wait: 25, then getTestResults. Mend what fails with editAction until it passes; then run it once more.
5. Say what the test proves, its code, and what it leaves untested.`,
};
