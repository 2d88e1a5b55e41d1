import { type ChildProcessEntry, childProcesses } from './child-processes.ts';

const isChromium = ({ commandLine }: ChildProcessEntry): boolean => /chrom/.test(commandLine);

/** The browsers that a process has started, without the processes that they start in turn. */
export const browserProcesses = (parent?: number): ChildProcessEntry[] =>
  childProcesses(parent).filter(entry => isChromium(entry) && !entry.commandLine.includes('--type='));

/** The processes that a service has started for the lanes of its runs; each has a browser of its own. */
export const workerProcesses = (parent?: number): ChildProcessEntry[] =>
  childProcesses(parent).filter(({ commandLine }) => commandLine.includes('tinypool'));

/** The processes in which their pages live. */
export const pageProcesses = (parent?: number): ChildProcessEntry[] =>
  childProcesses(parent).filter(entry => isChromium(entry) && entry.commandLine.includes('--type=renderer'));

/** Ends processes as a crash does; those that have ended since they were listed stay so. */
export function kill(processes: readonly ChildProcessEntry[]): void {
  if (processes.length === 0) throw new Error('There is no process to kill.');
  for (const { pid } of processes)
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
}
