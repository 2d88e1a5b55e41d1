const LONGEST_PART = 40;

/** A file name that is safe on every system: the number keeps pictures of one action apart and in order. */
export function pictureName(number: number, name: string, format: 'png' | 'jpeg'): string {
  const part = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, LONGEST_PART)
    .replace(/^-+|-+$/g, '');
  return `${number}-${part === '' ? 'picture' : part}.${format === 'png' ? 'png' : 'jpg'}`;
}
