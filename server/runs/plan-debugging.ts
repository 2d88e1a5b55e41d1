import type { Debugging } from '../../model/protocol/bridge.ts';
import type { OpenProject } from '../store/open-project.ts';
import { performedTests } from './performed-tests.ts';
import type { RunRequest } from './plan-run.ts';
import { linkedTests } from './plan-scenarios.ts';
import { refuseProblems } from './refuse-problems.ts';

interface DebuggingRequest extends Pick<RunRequest, 'content' | 'targets' | 'scenarios'> {
  /** Whether somebody is there to go on: `pause` actions wait. */
  interactive: boolean;
  breakpoints: 'honour' | 'ignore';
}

/** How a run of an open project can be paused, and goes on with what was edited meanwhile. */
export function planDebugging(
  { store, breakpoints }: Pick<OpenProject, 'store' | 'breakpoints'>,
  request: DebuggingRequest,
): Debugging {
  const { versionId } = request.content.version;
  return {
    interactive: request.interactive,
    breakpointAt(testCode, actionId) {
      if (request.breakpoints === 'ignore') return undefined;
      const breakpoint = breakpoints.at(versionId, testCode, actionId);
      return breakpoint?.enabled ? breakpoint : undefined;
    },
    currentContent: () => store.content.versions.get(versionId),
    check(content) {
      const codes = [...request.targets.map(({ test }) => test.testCode), ...linkedTests(content, request.scenarios)];
      const tests = codes.flatMap(code => content.test(code) ?? []);
      refuseProblems(content, [...new Set(tests.flatMap(test => performedTests(content, test)))]);
    },
  };
}
