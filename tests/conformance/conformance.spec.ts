// @module-tag full
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readBaseline, runSuite, SUITES, type SuiteName, type SuiteOutcome } from './run-suite.ts';
import { startFixture } from './start-fixture.ts';

const BOTH_ERAS = [
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'completion-complete',
  'dns-rebinding-protection',
];
const LEGACY = [...BOTH_ERAS, 'server-initialize', 'ping'];

/** What must pass, whatever a baseline says. */
const MUST_PASS: Record<SuiteName, readonly string[]> = {
  '0.1.16 at 2025-11-25': LEGACY,
  '0.2.0-alpha.12 at 2025-11-25': LEGACY,
  '0.2.0-alpha.12 at 2026-07-28': [
    ...BOTH_ERAS,
    'server-stateless',
    'http-header-validation',
    'caching',
    'json-schema-2020-12',
    'server-sse-multiple-streams',
    'sep-2164-resource-not-found',
  ],
};

const BASELINES = [...new Set(Object.values(SUITES).map(({ baseline }) => baseline))];
const NAMES = Object.keys(SUITES).filter((name): name is SuiteName => name in SUITES);

let fixture: Awaited<ReturnType<typeof startFixture>>;
beforeAll(async () => {
  fixture = await startFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const SHOWN_CHARACTERS = 3_000;

/** The suites wait for some answers half a second only, which a machine that stalls may miss; a fault is there each time. */
const MOST_ATTEMPTS = 4;

async function runPatiently(name: SuiteName): Promise<SuiteOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await runSuite(name, fixture.url);
    if (outcome.exitCode === 0 || attempt === MOST_ATTEMPTS) return outcome;
  }
}

describe('the conformance suite', () => {
  test.each(NAMES)(
    'conformance suite %s passes what it must and fails only where its baseline explains it',
    async name => {
      const { exitCode, scenarios, explained, output } = await runPatiently(name);
      const shown = output.slice(-SHOWN_CHARACTERS);
      expect(exitCode, shown).toBe(0);
      const missed = MUST_PASS[name].filter(scenario => {
        const { passed, failed } = scenarios.get(scenario) ?? { passed: 0, failed: 0 };
        return passed === 0 || failed > 0;
      });
      expect(missed, shown).toEqual([]);

      // The suite itself looks at those alone that it scores.
      const listed = [...(await readBaseline(SUITES[name].baseline)).keys()];
      const failing = [...scenarios].flatMap(([scenario, { failed }]) => (failed > 0 ? [scenario] : []));
      expect(failing.filter(scenario => !listed.includes(scenario))).toEqual([]);
      expect(listed.filter(scenario => !failing.includes(scenario) && !explained.includes(scenario))).toEqual([]);
    },
    600_000,
  );

  test.each(BASELINES)('each line of baseline %s gives a reason, and none names what must pass', async file => {
    const baseline = await readBaseline(file);
    expect([...baseline].filter(([, reason]) => !/^.{5,}\.$/.test(reason))).toEqual([]);
    const names = NAMES.filter(name => SUITES[name].baseline === file).flatMap(name => MUST_PASS[name]);
    expect(names.filter(name => baseline.has(name))).toEqual([]);
  });
});
