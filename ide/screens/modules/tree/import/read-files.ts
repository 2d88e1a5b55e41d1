import { isIgnored, isReadable } from '../../../../../model/exchange/files-to-import.ts';
import { takeText } from '../../../../parts/take-text.ts';

/** `path`: from the folder that was chosen or dropped, with its name; else the name of the file. */
export interface FoundFile {
  path: string;
  file: File;
}

const MOST_ENTRIES = 50_000;

/** Of a folder without what its packages hold and what is hidden. */
export function foundAmong(files: readonly File[]): FoundFile[] {
  return files
    .map(file => ({ path: file.webkitRelativePath || file.name, file }))
    .filter(({ path }) => !path.split('/').slice(1).some(isIgnored));
}

/** What was dropped, which the browser tells only while the event lasts. */
export const droppedItems = ({ items }: DataTransfer): (FileSystemEntry | File)[] =>
  [...items].map(item => item.webkitGetAsEntry() ?? item.getAsFile()).filter(item => item !== null);

/** Files in folders, too, of which those of other kinds are passed over. Undefined: there are too many. */
export async function foundBelow(dropped: readonly (FileSystemEntry | File)[]): Promise<FoundFile[] | undefined> {
  const found: FoundFile[] = [];
  const open: FileSystemEntry[] = [];
  for (const item of dropped)
    if (item instanceof File) found.push({ path: item.name, file: item });
    else open.push(item);
  let seen = 0;
  for (let entry = open.pop(); entry !== undefined; entry = open.pop()) {
    seen += 1;
    if (seen > MOST_ENTRIES) return undefined;
    const isInFolder = entry.fullPath.lastIndexOf('/') > 0;
    if (isInFolder && isPassedOver(entry)) continue;
    if (isFolderEntry(entry)) open.push(...(await entriesIn(entry, MOST_ENTRIES - seen)));
    else if (isFileEntry(entry)) found.push(await foundOf(entry));
  }
  return found;
}

const isPassedOver = ({ name, isFile }: FileSystemEntry): boolean => isIgnored(name) || (isFile && !isReadable(name));

// Not by `instanceof`: Chrome does not name these classes.
const isFolderEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory && 'createReader' in entry;
const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile && 'file' in entry;

const foundOf = async (entry: FileSystemFileEntry): Promise<FoundFile> => ({
  path: entry.fullPath.replace(/^\//, ''),
  file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)),
});

/** A reader gives a hundred at a time, and none at the end. */
async function entriesIn(folder: FileSystemDirectoryEntry, most: number): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const entries: FileSystemEntry[] = [];
  while (entries.length <= most) {
    const more = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (more.length === 0) break;
    entries.push(...more);
  }
  return entries;
}

/** Undefined where one cannot be read, which the person is told. */
export async function textsOf(found: readonly FoundFile[]): Promise<{ path: string; text: string }[] | undefined> {
  const texts: { path: string; text: string }[] = [];
  for (const { path, file } of found) await takeText(file, text => texts.push({ path, text }));
  return texts.length === found.length ? texts : undefined;
}
