import type { ActionId, TestCode, VersionId } from '../../../model/names/codes.ts';
import type { Debugging } from '../../../model/protocol/bridge.ts';
import type { Breakpoint } from '../../../model/run/breakpoint.ts';
import type { ProjectStore } from '../../store/edits/project-store.ts';
import { performedTests, refuseProblems } from './performed-tests.ts';
import { linkedTests } from './plan-scenarios.ts';
import type { RunRequest } from './run-request.ts';

interface DebuggingRequest extends Pick<RunRequest, 'content' | 'targets' | 'scenarios'> {
  /** Whether `pause` actions wait for somebody. */
  interactive: boolean;
  breakpoints: 'honour' | 'ignore';
}

interface DebuggedProject {
  store: Pick<ProjectStore, 'content'>;
  breakpoints: { at(versionId: VersionId, testCode: TestCode, actionId: ActionId): Breakpoint | undefined };
}

export function planDebugging({ store, breakpoints }: DebuggedProject, request: DebuggingRequest): Debugging {
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
