import type { Problem } from '../../../model/project/problems.ts';
import type { Test } from '../../../model/project/test.ts';
import { findProjectFile } from '../../runs/plan/find-project-file.ts';
import { checkFiles } from '../../validation/check-files.ts';
import type { ToolContext } from '../define/define-tool.ts';

/** Adds to what a tool answers which files of the project a test uploads that are not there. */
export async function withFileProblems<Reply extends { problems?: Problem[] }>(
  { project }: ToolContext,
  test: Test | undefined,
  reply: Reply,
): Promise<Reply> {
  if (test === undefined) return reply;
  const checked = test.actions.map(action => ({ type: action.type, action }));
  const faults = await checkFiles(checked, file => findProjectFile(project.folder, file));
  const problems = faults.map(({ actionIndex, field, fault }) => ({
    testCode: test.testCode,
    actionIndex,
    message: `has a wrong "${field}": ${fault}`,
  }));
  return problems.length === 0 ? reply : { ...reply, problems: [...(reply.problems ?? []), ...problems] };
}
