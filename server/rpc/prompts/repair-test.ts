import type { Prompt } from '../calls/prompt.ts';
import { suggestTests } from '../calls/suggestions.ts';

export const repairTest: Prompt = {
  name: 'repair-test',
  title: 'Repair a failing test',
  description: 'Find out why a test fails, and mend the test or say what is wrong with the application',
  arguments: [{ name: 'test', description: 'Code of the test, e.g. t57', required: true, suggest: suggestTests }],
  ask: ({ test = '' }) => `The Steploom test ${test} fails. Find out why and mend it.

1. runTest {testId: "${test}", wait: 25}, then getTestResults {detail: "failures"}: read message, expected, actual and candidates. A result with repaired passed by a fallback: when that is the same element, decideRepair {accept: true}.
2. Look at the page as the run left it: getScreenshot, getPageElements, getConsoleLog {level: "error"}.
3. Decide: did the page change (mend locator or value with editAction), does the test race (assert the state it needs instead of waiting), or is the application wrong (do not bend the test; report what you saw)?
4. After a change run the whole test again, twice.
5. Say what was wrong, what you changed, and what remains.`,
};
