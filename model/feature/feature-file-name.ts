/** What some file system does not take in a name, and what hides a file. */
const REFUSED = /[\p{Cc}<>:"|?*]|^\.+|[. ]+$/gu;
const MOST_CHARACTERS = 200;
const MOST_FOLDERS = 10;
const ENDING = '.feature';

const part = (text: string): string => text.replace(REFUSED, '_').slice(0, MOST_CHARACTERS);

/** The path below `features/` for a file that is called so elsewhere; one that is taken gets a number. */
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
