/** Texts of files as editors have them: lines end with \n, without a byte order mark. Pure. */

const MARK = '\uFEFF';

/** A file as it is shown. */
export const shownText = (text: string): string => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');

/** What was shown, written as the file was: its line ends and its mark stay. */
export function writtenText(shown: string, file: string): string {
  const mark = file.startsWith(MARK) ? MARK : '';
  return mark + (file.includes('\r\n') ? shown.replaceAll('\n', '\r\n') : shown);
}
