import path from 'node:path';
import { ROOT } from '../../../../scripts/prepare/program.mjs';
import { startShell } from './shell.mjs';

/** `steploom do …` in a workspace of its own. */
export const steploom = {
  name: 'steploom',
  start: (folder, { executablePath }) =>
    startShell(folder, {
      commands: { steploom: path.join(ROOT, 'bin', 'steploom.mjs') },
      environment: { STEPLOOM_WORKSPACE: folder, STEPLOOM_BROWSER: executablePath },
      // Its service would go on for a while.
      end: `kill $(sed 's/.*"pid":\\([0-9]*\\).*/\\1/' .steploom/server.json)`,
      guide: `cat '${path.join(ROOT, 'docs', 'skill', 'SKILL.md')}'`,
    }),
};

const QUOTED = /[^\w@.,:;/=+%{}[\]-]/;

/** Verbs, each in quotes of the shell. */
export const verbs = (...lines) =>
  `steploom do ${lines.map(line => (QUOTED.test(line) ? `'${line.replaceAll("'", `'\\''`)}'` : line)).join(' ')}`;
