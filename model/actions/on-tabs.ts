import { z } from 'zod';
import { TextValue } from '../names/codes.ts';
import { addressFault } from '../values/address.ts';
import { literalText } from '../values/template.ts';
import { defineActionKind } from './define-action-kind.ts';
import { expectedStatusFault } from './expected-status.ts';
import { fieldFault } from './field-fault.ts';
import { FIELDS } from './fields.ts';
import { fieldPart, type Sentence, say } from './sentence.ts';

export const visit = defineActionKind({
  type: 'visit',
  label: 'Go to',
  alsoCalled: ['navigate', 'goto', 'open', 'url'],
  isNavigation: true,
  fields: { url: FIELDS.url, expectStatus: FIELDS.expectStatus.optional() },
  goesTo: ({ url }) => url,
  title: ({ url, expectStatus }) => say`Go to ${fieldPart('url', url)}${statusPart(expectStatus)}`,
  fault: ({ url, expectStatus }) => fieldFault('url', addressFault(url)) ?? expectedStatusFault(expectStatus),
});

const statusPart = (expectStatus: string | undefined): Sentence =>
  expectStatus === undefined ? [] : say`, and expect the status ${fieldPart('expectStatus', expectStatus)}`;

export const goBack = defineActionKind({
  type: 'goBack',
  label: 'Go back',
  alsoCalled: ['back'],
  isNavigation: true,
  fields: {},
  title: () => 'Go back',
});

export const goForward = defineActionKind({
  type: 'goForward',
  label: 'Go forward',
  alsoCalled: ['forward'],
  isNavigation: true,
  fields: {},
  title: () => 'Go forward',
});

export const reload = defineActionKind({
  type: 'reload',
  label: 'Reload',
  alsoCalled: ['refresh'],
  isNavigation: true,
  leavesPage: 'maybe',
  fields: { expectStatus: FIELDS.expectStatus.optional() },
  title: ({ expectStatus }) => say`Reload${statusPart(expectStatus)}`,
  uses: () => ({ asks: [] }),
  fault: ({ expectStatus }) => expectedStatusFault(expectStatus),
});

export const newTab = defineActionKind({
  type: 'newTab',
  label: 'Open tab',
  isNavigation: true,
  fields: { url: FIELDS.url.optional() },
  title: ({ url }) => (url === undefined ? 'Open a tab' : say`Open a tab with ${fieldPart('url', url)}`),
  fault: ({ url }) => fieldFault('url', url === undefined ? undefined : addressFault(url)),
});

/** Waits until there is such a tab. */
export const switchTab = defineActionKind({
  type: 'switchTab',
  label: 'Go to tab',
  alsoCalled: ['popup', 'window'],
  leavesPage: 'yes',
  fields: { tab: FIELDS.tab },
  title: ({ tab }) => say`Go to tab “${fieldPart('tab', tab)}”`,
  fault: ({ tab }) => fieldFault('tab', tabFault(tab)),
});

export const closeTab = defineActionKind({
  type: 'closeTab',
  label: 'Close tab',
  leavesPage: 'yes',
  fields: { tab: FIELDS.tab.optional() },
  title: ({ tab }) => (tab === undefined ? 'Close the tab' : say`Close tab “${fieldPart('tab', tab)}”`),
  fault: ({ tab }) => fieldFault('tab', tab === undefined ? undefined : tabFault(tab)),
});

/**
 * Answers the next dialog (alert, confirm, prompt, beforeunload) that any tab opens, whichever action brings it; each of
 * several answers one, in their order. A test that ends with an answer that was never asked for fails here, and so does
 * one whose dialog said something else than `message`. With `every` it answers all dialogs to come that have no answer
 * of their own, or none.
 */
export const dialog = defineActionKind({
  type: 'dialog',
  label: 'Answer dialog',
  alsoCalled: ['alert', 'confirm', 'prompt', 'popup'],
  isQuiet: true,
  fields: {
    accept: z.boolean().describe('true: OK, false: Cancel'),
    text: FIELDS.text.optional(),
    message: TextValue.describe('What the dialog must say, in which * matches any text').optional(),
    every: z.boolean().describe('Answers every dialog from here on; there need not be one').optional(),
  },
  title: ({ accept, text, message, every }) => {
    const which = say`${fieldPart('every', every === true ? 'each dialog from here on' : 'the next dialog')}`;
    const said = message === undefined ? '' : say`, and check that it says “${fieldPart('message', message)}”`;
    if (text === '') return say`Answer ${which} with ${fieldPart('text', 'an empty text')}${said}`;
    if (text !== undefined) return say`Answer ${which} with “${fieldPart('text', text)}”${said}`;
    return say`${fieldPart('accept', accept ? 'Accept' : 'Dismiss')} ${which}${said}`;
  },
  uses: ({ accept }) => (accept === true || accept === 'true' ? {} : { without: ['text'] }),
  fault: ({ accept, text }) =>
    accept || text === undefined
      ? undefined
      : { field: 'text', message: 'only a dialog that is accepted takes a text' },
});

export const screenshot = defineActionKind({
  type: 'screenshot',
  label: 'Take screenshot',
  alsoCalled: ['picture'],
  isSpecial: true,
  isLook: true,
  fields: {
    name: FIELDS.name.optional(),
    fullPage: z.boolean().describe('The whole page, not only the viewport').optional(),
    locator: FIELDS.locator.optional(),
  },
  title: action =>
    action.name === undefined ? 'Take screenshot' : say`Take screenshot “${fieldPart('name', action.name)}”`,
});

export const script = defineActionKind({
  type: 'script',
  label: 'Run JavaScript',
  alsoCalled: ['evaluate', 'js', 'code'],
  fields: { code: FIELDS.code, into: FIELDS.into.optional() },
  title: action => say`Run JavaScript ${fieldPart('code', action.code.split('\n')[0]?.slice(0, 60) ?? '')}`,
});

const tabFault = (tab: string): string | undefined =>
  literalText(tab)?.trim() === '' ? 'a tab needs its index, title or address' : undefined;
