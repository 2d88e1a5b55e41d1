const LONGEST_PART = 40;
const EXTENSION = /\.[A-Za-z0-9]{1,10}$/;

const plainPart = (name: string): string =>
  name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_PART)
    .replace(/^-+|-+$/g, '');

/** A file name that is safe on every system: the number keeps pictures of one action apart and in order. */
export const pictureName = (number: number, name: string, format: 'png' | 'jpeg'): string =>
  `${number}-${plainPart(name) || 'picture'}.${format === 'png' ? 'png' : 'jpg'}`;

/** The same for any file; it keeps a plain extension. */
export function fileName(number: number, name: string): string {
  const extension = EXTENSION.exec(name)?.[0] ?? '';
  return `${number}-${plainPart(name.slice(0, name.length - extension.length)) || 'file'}${extension}`;
}
