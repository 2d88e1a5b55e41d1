/** All commands of the command line, in the order in which help lists them. */
import type { CliCommand } from '../support/cli.ts';
import { agents } from './agents.ts';
import { call } from './call.ts';
import { doctor } from './doctor.ts';
import { init } from './init.ts';
import { mcp } from './mcp.ts';
import { open } from './open.ts';
import { password } from './password.ts';
import { record } from './record.ts';
import { report } from './report.ts';
import { restore } from './restore.ts';
import { run } from './run.ts';
import { sampleTm } from './sample-tm.ts';
import { sync } from './sync.ts';
import { token } from './token.ts';
import { upload } from './upload.ts';
import { verify } from './verify.ts';

export const COMMANDS: readonly CliCommand[] = [
  open,
  init,
  token,
  password,
  call,
  run,
  record,
  report,
  sync,
  upload,
  mcp,
  agents,
  verify,
  restore,
  doctor,
  sampleTm,
];
