import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/** What a browser of ours keeps in the temporary folder, so that it goes even when nobody was left to remove it. */
export interface BrowserFolder {
  /** Where Playwright puts what comes of the browser. */
  path: string;
  /** Notes where the browser with that process keeps its profile. Never rejects. */
  claim(browserPid: number): Promise<void>;
  /** Removes all of it, once the browser has ended. Never rejects. */
  remove(): Promise<void>;
}

const FOLDER = /^steploom-browser-(\d+)-/;
const PROFILE = /^playwright_chromiumdev_profile-\w+$/;
/** Chromium's own folder beside a profile, with the socket by which a second start of it would be noticed. */
const SOCKET_FOLDER = /^org\.chromium\.Chromium\.\w+$/;
const NOTE = 'folders.json';
const Note = z.array(z.string());

/** Makes the folder of a browser that is about to start. */
export async function makeBrowserFolder(): Promise<BrowserFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), `steploom-browser-${process.pid}-`));
  return {
    path: folder,
    claim: browserPid => orNothing(async () => noteFolders(folder, await foldersOf(browserPid))),
    remove: () => orNothing(() => removeWithNoted(folder)),
  };
}

/** Removes what browsers of services have left that ended without a word. Never rejects. */
export async function removeLeftOvers(): Promise<void> {
  await orNothing(async () => {
    const names = await readdir(tmpdir());
    const left = names.filter(name => {
      const owner = FOLDER.exec(name)?.[1];
      return owner !== undefined && !isRunning(Number(owner));
    });
    await Promise.all(left.map(name => orNothing(() => removeWithNoted(path.join(tmpdir(), name)))));
  });
}

const noteFolders = (folder: string, names: readonly string[]): Promise<void> =>
  writeFile(path.join(folder, NOTE), JSON.stringify(names));

/** A profile names the process that has it, except on Windows, where nothing is noted. */
async function foldersOf(browserPid: number): Promise<string[]> {
  const names = await readdir(tmpdir());
  for (const name of names.filter(each => PROFILE.test(each))) {
    const owner = await linkIn(name, 'SingletonLock');
    if (!owner?.endsWith(`-${browserPid}`)) continue;
    const socket = await linkIn(name, 'SingletonSocket');
    return [name, ...(socket === undefined ? [] : [path.basename(path.dirname(socket))])];
  }
  return [];
}

const linkIn = (profile: string, link: string): Promise<string | undefined> =>
  readlink(path.join(tmpdir(), profile, link)).catch(() => undefined);

/** Of what a note says only folders that browsers make are believed, and only from ourselves. */
async function removeWithNoted(folder: string): Promise<void> {
  if ((await stat(folder)).uid !== (process.getuid?.() ?? 0)) return;
  const text = await readFile(path.join(folder, NOTE), 'utf8').catch(() => '[]');
  const noted = Note.parse(JSON.parse(text)).filter(name => PROFILE.test(name) || SOCKET_FOLDER.test(name));
  for (const each of [...noted.map(name => path.join(tmpdir(), name)), folder])
    await rm(each, { recursive: true, force: true, maxRetries: 3 });
}

async function orNothing(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // A folder that cannot be looked at or removed keeps nobody from working.
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
