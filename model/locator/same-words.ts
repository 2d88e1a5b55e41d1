const CURRENCY = '[€$£¥₹]|EUR|USD|GBP|CHF|JPY|PLN|SEK|NOK|DKK|CZK|AUD|CAD|kr|zł';
const NUMBER = "\\d+(?:[.,’']\\d+)*";

/** Source of a regular expression for a sum of money. */
export const ANY_AMOUNT = `(?:(?:${CURRENCY})\\s?${NUMBER}|${NUMBER}\\s?(?:${CURRENCY}))`;
/** `3 EUR` or `€4.50`, not as part of a word; needs the flag `u`. Scripts in the page use it too. */
export const AMOUNT = `(?<![\\p{L}\\d])${ANY_AMOUNT}(?![\\p{L}\\d])`;

/** Equal but for case, spaces, punctuation, icons and counts in brackets. */
export const isSame = (one: string, other: string): boolean =>
  plainText(one) !== '' && plainText(one) === plainText(other) && !haveOtherSigns(one, other);

/** As `isSame`, ignoring sums of money too; both must have some other text. */
export const isSameButAmounts = (one: string, other: string): boolean =>
  isSame(withoutAmounts(one), withoutAmounts(other));

const withoutAmounts = (text: string): string => text.replace(new RegExp(AMOUNT, 'giu'), ' ');

export function isLonger(text: string, than: string): boolean {
  const [all, part] = [wordsOf(text), wordsOf(than)];
  return part.length > 0 && all.length > part.length && ` ${all.join(' ')} `.includes(` ${part.join(' ')} `);
}

const wordsOf = (text: string): string[] => text.split(/\s+/).map(plainText).filter(Boolean);

/** Signs with a meaning of their own, which tell `Zoom +` from `Zoom -`. */
const SIGNS = /[+#%<>=±×÷←→↑↓]|(?<![\p{L}\p{N}])[-−–](?=\p{N}|\s|$)/gu;

function haveOtherSigns(one: string, other: string): boolean {
  const [signs, others] = [one, other].map(text => (text.match(SIGNS) ?? []).join('').replace(/[−–]/g, '-'));
  return signs !== '' && others !== '' && signs !== others;
}

function plainText(text: string): string {
  const known = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\(\d+\)/g, '')
    .replace(/\p{Co}/gu, '');
  const letters = known
    .replace(/(?<!\d)[.,](?!\d)|(?<![\p{L}\p{N}][+#]*)[+#]|[^\p{L}\p{N}.,+#]/gu, '')
    .replace(/[.,]+$/, '');
  return letters === '' ? known.replace(/\s+/g, '') : letters;
}
