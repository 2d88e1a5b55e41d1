import { release } from 'node:os';

/** What ran a run, for the head of its messages. */
export interface Machine {
  /** Number of the Steploom release. */
  steploom: string;
  node: string;
  platform: string;
  platformRelease: string;
  processor: string;
}

export const describeMachine = (steploom: string): Machine => ({
  steploom,
  node: process.versions.node,
  platform: process.platform,
  platformRelease: release(),
  processor: process.arch,
});
