import type { GitHead } from '../../../model/run/run.ts';

const SHORT = 7;

/** e.g. `main@1a2b3c4`. */
export function gitText(git: GitHead | undefined): string | undefined {
  const parts = [git?.branch, git?.commit?.slice(0, SHORT)].filter(part => part !== undefined);
  return parts.length === 0 ? undefined : parts.join('@');
}
