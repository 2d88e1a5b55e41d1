const MOST_TITLE = 1_000;
const MOST_ADDRESS = 2_000;

export function shortened(text: string, mostCharacters: number): string {
  if (text.length <= mostCharacters) return text;
  // A surrogate pair is not cut in two.
  const start = text.slice(0, mostCharacters).replace(/[\ud800-\udbff]$/, '');
  return `${start}… (${text.length} characters)`;
}

export const shownTitle = (text: string): string => shortened(text, MOST_TITLE);

export const shownAddress = (url: string): string => shortened(url, MOST_ADDRESS);
