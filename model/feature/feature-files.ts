/** What some file system refuses in a name, and leading dots, which hide a file. */
const REFUSED = /[\p{Cc}<>:"|?*]|^\.+|[. ]+$/gu;
const MOST_CHARACTERS = 200;
const MOST_FOLDERS = 10;
const ENDING = '.feature';

const part = (text: string): string => text.replace(REFUSED, '_').slice(0, MOST_CHARACTERS);

export function featureFileName(name: string, isTaken: (file: string) => boolean): string {
  const parts = name.split(/[/\\]+/).filter(each => each !== '' && each !== '.' && each !== '..');
  const last = parts.pop() ?? 'feature';
  const stem = part(last.replace(/\.feature$/i, '')) || 'feature';
  const folders = parts.slice(0, MOST_FOLDERS).map(each => `${part(each)}/`);
  const start = folders.join('') + stem;
  if (!isTaken(start + ENDING)) return start + ENDING;
  let number = 2;
  while (isTaken(`${start} (${number})${ENDING}`)) number += 1;
  return `${start} (${number})${ENDING}`;
}

/** The name is in the first line that is neither comment nor tag. */
export function withFeatureName(text: string, name: string): string {
  const lines = text.split('\n');
  const at = lines.findIndex(line => /^\uFEFF?\s*[^\s#@\uFEFF]/.test(line));
  const line = lines[at];
  const colon = line?.indexOf(':') ?? -1;
  if (line === undefined || colon < 0) return text;
  const end = line.endsWith('\r') ? '\r' : '';
  return lines.with(at, `${line.slice(0, colon)}: ${name}${end}`).join('\n');
}

/** Name below `files/` of an archive that only one import needs. */

export const importUploadName = (id: string): string => `import-${id}.zip`;

export const isImportUpload = (path: string): boolean =>
  /^import-[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\.zip$/.test(path);

/** `text` is exact to the byte; `fault` says why the file is no text. */
export type IncomingFile =
  | { readonly file: string; readonly text: string; readonly fault?: undefined }
  | { readonly file: string; readonly fault: string };
