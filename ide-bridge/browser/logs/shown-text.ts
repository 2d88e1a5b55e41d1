const MOST_TITLE = 1_000;
const MOST_ADDRESS = 2_000;

/** The beginning of a page text that is too long to show, with its length. */
export function shortened(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  // A surrogate pair is not cut in two.
  const start = text.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '');
  return `${start}… (${text.length} characters)`;
}

/** A title, the name of a frame, or the message of a dialog. */
export const shownTitle = (text: string): string => shortened(text, MOST_TITLE);

export const shownAddress = (url: string): string => shortened(url, MOST_ADDRESS);
