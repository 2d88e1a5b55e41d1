import { spawnSync } from 'node:child_process';

/** `npm run test:full` installs it where it may. */
export const HAS_FFMPEG = spawnSync('ffmpeg', ['-version']).status === 0;
