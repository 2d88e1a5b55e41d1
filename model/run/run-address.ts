/** Address of a run in CI: a page of the IDE, which starts nothing by itself, and the argument of `steploom run`. */
import type { ProjectId, VersionId } from '../names/codes.ts';

interface RunAddress {
  projectId: ProjectId;
  /** Default: the default version at the time of the run. */
  versionId?: VersionId | undefined;
  suite?: string | undefined;
  /** Codes of modules, tests, features and scenarios; without these and a suite, everything runs. */
  codes?: readonly string[] | undefined;
  tags?: string | undefined;
  environment?: string | undefined;
  how?: AddressedHow | undefined;
}

interface AddressedHow {
  workers?: number | undefined;
  retries?: number | undefined;
  maxFailures?: number | undefined;
  publish?: boolean | undefined;
  /** Test plan and version that the results count for. */
  planKey?: string | undefined;
  fixVersion?: string | undefined;
}

/** Relative to the address of the service. */
export function runPath({ projectId, versionId, suite, codes = [], tags, environment, how = {} }: RunAddress): string {
  const asked = new URLSearchParams();
  if (suite !== undefined) asked.append('suite', suite);
  for (const code of codes) asked.append(kindOf(code), code);
  if (tags !== undefined) asked.append('tags', tags);
  if (environment !== undefined) asked.append('env', environment);
  for (const [name, value] of Object.entries(how)) if (value) asked.append(name, String(value));
  const search = asked.toString();
  return `/p/${projectId}/${versionId ?? '-'}/ci${search === '' ? '' : `?${search}`}`;
}

function kindOf(code: string): 'module' | 'test' | 'feature' | 'scenario' {
  if (code.startsWith('m')) return code.includes('.') ? 'test' : 'module';
  if (code.startsWith('t')) return 'test';
  return code.includes('.') ? 'scenario' : 'feature';
}
