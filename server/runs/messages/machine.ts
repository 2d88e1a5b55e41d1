import { release } from 'node:os';

export interface RunMachine {
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
