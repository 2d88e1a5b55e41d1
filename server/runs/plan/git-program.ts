import { execFile } from 'node:child_process';
import { AppError } from '../../../model/errors/errors.ts';

const LIMIT_MS = 15_000;
const MOST_BYTES = 200_000_000;

/** A project may come from strangers: nothing that its repository names is started, and nothing fetched. */
const SAFELY = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '--no-pager', '--no-optional-locks'];
const SAFE_SETTINGS = { GIT_NO_LAZY_FETCH: '1', GIT_TERMINAL_PROMPT: '0' };

interface GitCall {
  folder: string;
  signal?: AbortSignal | undefined;
  input?: string;
}

/** What git answers in a folder; undefined where it refuses. Errors: `invalid-project` without git. */
export function askGit(words: readonly string[], { folder, signal, input }: GitCall): Promise<Buffer | undefined> {
  const options = { cwd: folder, signal, timeout: LIMIT_MS, maxBuffer: MOST_BYTES, encoding: 'buffer' as const };
  return new Promise((resolve, reject) => {
    const env = { ...process.env, ...SAFE_SETTINGS };
    const program = execFile('git', [...SAFELY, ...words], { ...options, env }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else if (error.code === 'ENOENT') reject(new AppError('invalid-project', 'Git is not installed here.'));
      else if (signal?.aborted) reject(error);
      else resolve(undefined);
    });
    // It may have ended before all is written.
    program.stdin?.on('error', () => {});
    program.stdin?.end(input ?? '');
  });
}
