import type { Clue, ClueOf, HiddenBy, InvalidField, KnownBy, NearDifference } from './clues.ts';
import { pathOf, quotedText } from './quoted-text.ts';

type NamedThing = ClueOf<'other-role'>['what'];

const ROLE_WORDS: Readonly<Record<string, string>> = {
  textbox: 'field',
  searchbox: 'search field',
  spinbutton: 'number field',
  combobox: 'list',
  listbox: 'list',
  img: 'image',
  listitem: 'list item',
  menuitem: 'menu item',
  radio: 'radio button',
  row: 'row',
  columnheader: 'column header',
};
const roleWord = (role: string): string => ROLE_WORDS[role] ?? role;
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const withArticle = (word: string): string => `${/^[aeiou]/.test(word) ? 'an' : 'a'} ${word}`;
const kindOf = ({ role, tag }: NamedThing): string => (role === undefined ? `<${tag}>` : roleWord(role));

function subjectOf(what: NamedThing | undefined): string {
  if (what === undefined) return 'The element';
  const name = quotedText(what.name);
  return what.role === undefined ? `The text ${name}` : `${capital(kindOf(what))} ${name}`;
}

const DIFFERENCES: { readonly [Each in NearDifference]: string } = {
  'letter-case': 'only in upper and lower case',
  'space-before': 'only by a space at its beginning',
  'no-space-before': 'only by a space missing at its beginning',
  'space-after': 'only by a space at its end',
  'no-space-after': 'only by a space missing at its end',
  'spaces-around': 'only by spaces at its beginning and end',
  'no-break-space': 'only by a non-breaking space in place of a space',
  spaces: 'only in its spaces',
  'letter-case-and-spaces': 'only in its spaces and in upper and lower case',
  signs: 'only in the form of its quotation marks, dashes or dots',
  'part-of-more': 'by more text around it, while the locator is exact',
  'one-more': 'only by one additional character',
  'one-fewer': 'only by one missing character',
  'one-other': 'only in one character',
};

function hiddenWords(by: HiddenBy, within: string | undefined): string {
  const of = (what: string) => (within === undefined || within === '' ? what : `${what} ${quotedText(within)}`);
  const WORDS: { readonly [Each in HiddenBy]: string } = {
    display: 'is there, but hidden (display: none)',
    'display-around': 'is there, but in a part of the page that is hidden (display: none)',
    visibility: 'is there, but hidden (visibility: hidden)',
    'closed-details': `is there, but in ${of('a closed part of the page')} (details)`,
    'closed-dialog': `is there, but in ${of('the dialog')}, which is not open`,
    'no-size': 'is there, but has no size',
    'aria-hidden': 'is there, but hidden from locators by role (aria-hidden)',
  };
  return WORDS[by];
}

const KNOWN_BY: { readonly [Each in KnownBy]: string } = {
  text: 'as its text',
  label: 'as its label',
  'aria-label': 'as its aria-label',
  placeholder: 'as its placeholder',
  title: 'as its title',
  alt: 'as its alternative text',
  beside: 'as text beside it',
};

const SOUGHT_AS: Readonly<Record<string, string>> = {
  label: ', which is no label of it',
  text: ', which is no text on the page',
};

const TYPE_WORDS: Readonly<Record<string, string>> = { email: 'an e-mail address', url: 'a web address' };

const MISSING_WORDS: Readonly<Record<string, string>> = { checkbox: 'must be ticked', radio: 'needs a choice' };

const RULES: { readonly [Each in InvalidField['rule']]: (type: string) => string } = {
  missing: type => MISSING_WORDS[type] ?? 'is required',
  type: type => `is not ${TYPE_WORDS[type] ?? 'of the right kind'}`,
  pattern: () => 'does not have the format that it asks for',
  'too-short': () => 'is too short',
  'too-long': () => 'is too long',
  'too-small': () => 'is below its least value',
  'too-large': () => 'is above its greatest value',
  step: () => 'is between two values that it allows',
  unreadable: type => (type === 'number' ? 'is not a number' : 'cannot be read'),
  custom: () => 'is refused by the page',
};

function invalidWords({ field, rule, type, words }: InvalidField): string {
  const name = field === '' ? 'a field without a name' : `field ${quotedText(field)}`;
  return `${name} ${RULES[rule](type)}${words === undefined ? '' : ` (${quotedText(words)})`}`;
}

const SENTENCES: { readonly [Kind in Clue['kind']]: (clue: ClueOf<Kind>) => string } = {
  'form-invalid': clue => `The browser did not send the form: ${invalidWords(clue)}.`,
  'value-differs': ({ difference, what }) => `The ${what} differs ${DIFFERENCES[difference]}.`,
  'behind-dialog': ({ dialog, what }) =>
    `${subjectOf(what)} lies behind the open dialog${dialog === '' ? '' : ` ${quotedText(dialog)}`}.`,
  hidden: ({ by, within, what }) => `${subjectOf(what)} ${hiddenWords(by, within)}.`,
  'other-tab': ({ title, url }) =>
    `The element is in the other tab, ${title === '' ? pathOf(url) : `${quotedText(title)} (${pathOf(url)})`}.`,
  'other-frame': ({ url, name }) =>
    `The element is in the frame ${name === '' ? pathOf(url) : quotedText(name)}, not in the page itself.`,
  'container-missing': ({ container, sought }) =>
    sought === '' ? `The ${container} is not there.` : `The ${container} is not there, in which ${sought} is sought.`,
  'other-role': ({ what, sought }) =>
    what.role === undefined
      ? `The text ${quotedText(what.name)} is there in a <${what.tag}>, not in ${withArticle(roleWord(sought))}.`
      : `${subjectOf(what)} has that name; no ${roleWord(sought)} has it.`,
  'known-by': ({ what, by, sought }) =>
    `${capital(withArticle(kindOf(what)))} has ${quotedText(what.name)} ${KNOWN_BY[by]}${SOUGHT_AS[sought] ?? ''}.`,
  'name-differs': ({ what, difference, sought }) =>
    `${subjectOf(what)} is there; it differs from ${quotedText(sought)} ${DIFFERENCES[difference]}.`,
  covered: ({ by }) => `The element is covered by ${by}.`,
  disabled: ({ invalid }) =>
    `The element is disabled${invalid === undefined ? '' : `; in its form, ${invalidWords(invalid)}`}.`,
  'read-only': () => 'The field is read-only.',
  'page-said': ({ as, text }) => `The page showed ${quotedText(text)} (${as}).`,
  'dialog-said': ({ dialog, text, isRefused }) =>
    isRefused
      ? `The ${dialog} ${quotedText(text)} was dismissed: no dialog action came before it.`
      : `The page said ${quotedText(text)} (${dialog}).`,
  'not-loaded': ({ file, url, why }) =>
    `The ${file === 'script' ? 'script' : 'style sheet'} ${pathOf(url)} did not load: it ${why}.`,
  'page-error': ({ text }) => `The page had an error: ${text.replace(/\.$/, '')}.`,
  redirected: ({ asked, came, hasPassword }) =>
    `The page was asked for ${asked} and came to ${came}${hasPassword ? ', which asks to sign in' : ''}.`,
};

/** One plain sentence. */
export function clueSentence<Kind extends Clue['kind']>(clue: ClueOf<Kind> & { kind: Kind }): string {
  const sentence: (clue: ClueOf<Kind>) => string = SENTENCES[clue.kind];
  return sentence(clue);
}
