import { release } from 'node:os';

/** The machine of a run, for the head of its messages. */
export interface RunMachine {
  /** Number of the Steploom release. */
  steploom: string;
  node: string;
  platform: string;
  platformRelease: string;
  processor: string;
}

export const describeMachine = (steploom: string): RunMachine => ({
  steploom,
  node: process.versions.node,
  platform: process.platform,
  platformRelease: release(),
  processor: process.arch,
});
