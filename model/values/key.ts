import { nearest } from '../errors/nearest.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const DIGITS = [...'0123456789'];

/** Named keys of a US keyboard, as Playwright calls them. */
export const KEY_NAMES: readonly string[] = [
  ...['Enter', 'Escape', 'Tab', 'Space', 'Backspace', 'Delete', 'Insert', 'Home', 'End', 'PageUp', 'PageDown'],
  ...['ArrowLeft', 'ArrowUp', 'ArrowRight', 'ArrowDown'],
  ...['Shift', 'Control', 'Alt', 'Meta', 'ControlOrMeta', 'AltGraph', 'CapsLock', 'NumLock', 'ScrollLock'],
  ...['ShiftLeft', 'ShiftRight', 'ControlLeft', 'ControlRight', 'AltLeft', 'AltRight', 'MetaLeft', 'MetaRight'],
  ...['ContextMenu', 'PrintScreen', 'Pause', 'Backquote', 'Minus', 'Equal', 'Backslash', 'BracketLeft'],
  ...['BracketRight', 'Semicolon', 'Quote', 'Comma', 'Period', 'Slash'],
  ...['AudioVolumeMute', 'AudioVolumeDown', 'AudioVolumeUp', 'MediaTrackNext', 'MediaTrackPrevious', 'MediaPlayPause'],
  ...['NumpadDivide', 'NumpadMultiply', 'NumpadSubtract', 'NumpadAdd', 'NumpadDecimal', 'NumpadEnter'],
  ...Array.from({ length: 12 }, (_, index) => `F${index + 1}`),
  ...LETTERS.map(letter => `Key${letter}`),
  ...DIGITS.flatMap(digit => [`Digit${digit}`, `Numpad${digit}`]),
];

const OTHER_NAMES: Readonly<Record<string, string>> = {
  ctrl: 'Control',
  strg: 'Control',
  cmd: 'Meta',
  command: 'Meta',
  win: 'Meta',
  option: 'Alt',
  return: 'Enter',
  esc: 'Escape',
  del: 'Delete',
  spacebar: 'Space',
  left: 'ArrowLeft',
  up: 'ArrowUp',
  right: 'ArrowRight',
  down: 'ArrowDown',
  plus: '+',
};

export const A_KEY =
  'a character of a US keyboard or a name such as Enter, Escape, Tab, ArrowDown or F1; a chord is written Control+A';

const known = new Set(KEY_NAMES);
const CHARACTER = /^[ -~\n\r]$/;

/** A plus sign separates keys, except where a key is expected. */
function keysOf(chord: string): string[] {
  const keys: string[] = [];
  let key = '';
  for (const character of chord) {
    if (character === '+' && key !== '') {
      keys.push(key);
      key = '';
    } else key += character;
  }
  return [...keys, key];
}

function nearestKey(key: string): string | undefined {
  const lower = key.toLowerCase();
  return Object.hasOwn(OTHER_NAMES, lower) ? OTHER_NAMES[lower] : nearest(key, KEY_NAMES);
}

/** e.g. `ArrowDown ArrowDown Enter`. */
export const chordsOf = (keys: string): string[] => (keys.trim() === '' ? [keys] : keys.trim().split(/ +/));

/** Of the keys of one action, with the spaces between them. */
export const MOST_KEYS_CHARACTERS = 100;

/** The keys that type a text, e.g. `a Space b`; undefined where no key of a US keyboard types a character. */
export function keysOfText(text: string): string | undefined {
  const names: Readonly<Record<string, string>> = { ' ': 'Space', '\n': 'Enter', '\t': 'Tab' };
  const keys = [...text].map(character => names[character] ?? character);
  return keys.every(key => known.has(key) || CHARACTER.test(key)) ? keys.join(' ') : undefined;
}

/** The text that such keys type, or undefined where one does something else. */
export function textOfKeys(chords: readonly string[]): string | undefined {
  const characters = chords.map(key => (key === 'Space' ? ' ' : key));
  return characters.every(key => CHARACTER.test(key)) ? characters.join('') : undefined;
}

export function keyFault(keys: string): string | undefined {
  const chords = chordsOf(keys);
  const at = chords.findIndex((chord, index) => HELD.test(chord) && index < chords.length - 1);
  if (at >= 0) return `“${keys}” lets go of ${chords[at]} at once; write ${chords[at]}+${chords[at + 1]} to hold it`;
  return chords.map(chordFault).find(fault => fault !== undefined);
}

/** Keys that only act together with others. */
const HELD = /^(?:Shift|Control|Alt|Meta|ControlOrMeta|AltGraph)(?:Left|Right)?$/;

function chordFault(chord: string): string | undefined {
  const wrong = keysOf(chord).find(key => !known.has(key) && !CHARACTER.test(key));
  if (wrong === undefined) return undefined;
  if (wrong === '') return `“${chord}” ends with a plus sign; name the last key, e.g. Control+A`;
  return unknownKey(wrong);
}

export function unknownKey(name: string): string {
  const close = nearestKey(name);
  const hint = close === undefined ? '' : ` Did you mean "${close}"?`;
  return `There is no key “${name}”.${hint} A key is ${A_KEY}`;
}
