import { watch } from 'node:fs';

/**
 * Tells of names that appear, vanish or change in one folder, not below it; some platforms leave the name out. What
 * happens before it returns, or on disks that tell nothing, goes unseen. Throws when the folder cannot be watched.
 */
export type WatchFolder = (folder: string, onEvent: (name: string | undefined) => void) => { close(): void };

export const watchFolder: WatchFolder = (folder, onEvent) => {
  const watcher = watch(folder, { persistent: false }, (_event, name) => onEvent(name ?? undefined));
  // A folder that is gone has nothing more to tell.
  watcher.on('error', () => watcher.close());
  return watcher;
};
