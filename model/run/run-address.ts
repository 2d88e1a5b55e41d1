/** The address of what runs in CI: a page of the IDE, which starts nothing by itself, and what `steploom run` takes. */
import type { ProjectId, VersionId } from '../names/codes.ts';

interface RunAddress {
  projectId: ProjectId;
  /** Left out: the default version, whichever that is then. */
  versionId?: VersionId | undefined;
  suite?: string | undefined;
  /** Codes of modules, tests, features and scenarios; with no suite either, everything runs. */
  codes?: readonly string[] | undefined;
  tags?: string | undefined;
  environment?: string | undefined;
  how?: AddressedHow | undefined;
}

/** What an address says of how it is run. */
interface AddressedHow {
  workers?: number | undefined;
  retries?: number | undefined;
  maxFailures?: number | undefined;
  /** Whether the results are sent to the feature server. */
  publish?: boolean | undefined;
  /** What they count for there. */
  planKey?: string | undefined;
  fixVersion?: string | undefined;
}

/** Its path, seen from the address of the service. */
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
