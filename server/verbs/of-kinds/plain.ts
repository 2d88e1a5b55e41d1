/** Verbs whose words are the fields of their kind, one after the other. */
import {
  ACTION_FIELDS,
  ACTION_KINDS,
  ACTION_TYPES,
  type ActionType,
  isLocatorField,
} from '../../../model/actions/index.ts';
import type { ActionVerb, ReadWords } from '../verb.ts';
import type { LineWords } from '../words.ts';

interface PlainVerb {
  name: string;
  also?: readonly string[];
  type: ActionType;
  /** Fields in order; `?`: only where words are left for it, `…`: all that are left. */
  takes: readonly string[];
  about: string;
}

const SHOWN: Readonly<Record<string, string>> = {
  locator: 'element',
  target: 'element',
  value: 'text',
  values: 'option',
};

const fieldOf = (place: string): string => place.replace(/[?…]$/, '');

function usageOf(name: string, takes: readonly string[]): string {
  const places = takes.map(place => {
    const field = fieldOf(place);
    const shown = `<${SHOWN[field] ?? field}>`;
    if (place.endsWith('…')) return `${shown}…`;
    return place.endsWith('?') ? `[${shown}]` : shown;
  });
  return [name, ...places].join(' ');
}

/** How many words the places from here on need at least. */
const needed = (places: readonly string[]): number => places.filter(place => !place.endsWith('?')).length;

function readPlaces(type: ActionType, takes: readonly string[], words: LineWords): ReadWords {
  const fields: Record<string, unknown> = {};
  const elements: Record<string, ReturnType<LineWords['takeElement']>> = {};
  for (const [index, place] of takes.entries()) {
    const field = fieldOf(place);
    const kept = needed(takes.slice(index + 1));
    if (place.endsWith('?') && words.left <= kept) continue;
    if (isLocatorField(field)) elements[field] = words.takeElement(kept);
    else if (place.endsWith('…')) fields[field] = [words.take(`<${SHOWN[field] ?? field}>`), ...words.takeRest()];
    else fields[field] = words.take(`<${SHOWN[field] ?? field}>`);
  }
  return { type, fields, elements };
}

const plain = ({ name, also, type, takes, about }: PlainVerb): ActionVerb => ({
  name,
  ...(also === undefined ? {} : { also }),
  type,
  usage: usageOf(name, takes),
  about,
  read: words => readPlaces(type, takes, words),
});

const NAMED: readonly PlainVerb[] = [
  { name: 'open', also: ['goto', 'visit'], type: 'visit', takes: ['url'], about: 'go to an address' },
  { name: 'click', also: ['tap'], type: 'click', takes: ['locator'], about: 'click' },
  { name: 'dblclick', also: ['double-click'], type: 'dblclick', takes: ['locator'], about: 'double-click' },
  { name: 'right-click', type: 'rightClick', takes: ['locator'], about: 'right-click' },
  { name: 'fill', also: ['type'], type: 'fill', takes: ['locator', 'value'], about: 'replace the text of a field' },
  {
    name: 'select',
    also: ['choose'],
    type: 'select',
    takes: ['locator', 'values…'],
    about: 'choose options of a list',
  },
  { name: 'check', also: ['tick'], type: 'check', takes: ['locator'], about: 'tick a checkbox or radio button' },
  { name: 'uncheck', also: ['untick'], type: 'uncheck', takes: ['locator'], about: 'untick a checkbox' },
  { name: 'press', type: 'press', takes: ['locator?', 'key'], about: 'press a key or chord, e.g. Enter or Control+A' },
  { name: 'hover', type: 'hover', takes: ['locator'], about: 'hover over' },
  { name: 'drag', type: 'drag', takes: ['locator', 'target?'], about: 'drag to another element, or by --offset 120,0' },
  { name: 'upload', type: 'upload', takes: ['locator', 'files…'], about: 'choose files for a file field' },
  { name: 'scroll', type: 'scroll', takes: ['locator?'], about: 'scroll to an element, or by --y 400' },
  { name: 'back', type: 'goBack', takes: [], about: 'go back' },
  { name: 'forward', type: 'goForward', takes: [], about: 'go forward' },
  { name: 'reload', also: ['refresh'], type: 'reload', takes: [], about: 'load the page anew' },
  { name: 'tab', type: 'switchTab', takes: ['tab'], about: 'go to a tab: index from 0, title or address' },
  { name: 'new-tab', type: 'newTab', takes: ['url?'], about: 'open a tab' },
  { name: 'close-tab', type: 'closeTab', takes: ['tab?'], about: 'close a tab' },
  { name: 'unmock', type: 'stopMocking', takes: ['url?'], about: 'end mocks' },
];

const kebab = (type: string): string => type.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);

/** A kind that no verb is named for is written by its own name, with the fields that it must have. */
function ofKind(type: ActionType): PlainVerb {
  const { fieldNames, isRequired, label } = ACTION_KINDS[type];
  const takes = fieldNames
    .filter(isRequired)
    .map(name => (ACTION_FIELDS.get(name)?.many === 'list' ? `${name}…` : name));
  return { name: kebab(type), type, takes, about: label.toLowerCase() };
}

/** Those of the kinds that no other verb writes, too. `written`: kinds with verbs of their own. */
export function plainVerbs(written: readonly ActionType[]): ActionVerb[] {
  const known = new Set<string>([...NAMED.map(({ type }) => type), ...written]);
  const others = ACTION_TYPES.filter(type => !known.has(type) && ACTION_KINDS[type].block === 'leaf');
  return [...NAMED, ...others.map(ofKind)].map(plain);
}
