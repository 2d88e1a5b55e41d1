const CURRENCY = '[€$£¥₹]|EUR|USD|GBP|CHF|JPY|PLN|SEK|NOK|DKK|CZK|AUD|CAD|kr|zł';
const NUMBER = "\\d+(?:[.,’']\\d+)*";

/** A sum of money anywhere in a text; the source of a regular expression. */
export const ANY_AMOUNT = `(?:(?:${CURRENCY})\\s?${NUMBER}|${NUMBER}\\s?(?:${CURRENCY}))`;
/** A sum of money, `3 EUR` or `€4.50`, that is no part of a word; with the flag `u`. Pages take it too. */
export const AMOUNT = `(?<![\\p{L}\\d])${ANY_AMOUNT}(?![\\p{L}\\d])`;

/** Whether two texts are equal but for case, spaces, punctuation, icons and counts in brackets. */
export const isSame = (one: string, other: string): boolean =>
  plainText(one) !== '' && plainText(one) === plainText(other) && !haveOtherSigns(one, other);

/** Whether two texts are equal but for that and for sums of money, and say something else as well. */
export const isSameButAmounts = (one: string, other: string): boolean =>
  isSame(withoutAmounts(one), withoutAmounts(other));

const withoutAmounts = (text: string): string => text.replace(new RegExp(AMOUNT, 'giu'), ' ');

/** Whether one text has all words of the other, in their order, and more. */
export function isLonger(text: string, than: string): boolean {
  const [all, part] = [wordsOf(text), wordsOf(than)];
  return part.length > 0 && all.length > part.length && ` ${all.join(' ')} `.includes(` ${part.join(' ')} `);
}

const wordsOf = (text: string): string[] => text.split(/\s+/).map(plainText).filter(Boolean);

/** Signs that stand for themselves, and tell `Zoom +` from `Zoom -`. */
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
