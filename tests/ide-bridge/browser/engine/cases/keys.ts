/** Keys: in an element, wherever the focus is, chords, and what they do to forms. */
import { type EngineCase, HOPELESS, holds, IN_VAIN, LOG, logged, on, T } from './engine-case.ts';

const field = '<input id="t" aria-label="Field" value="one two">';
const press = (key: string, fields: object = {}) => on('press', T, { key, ...fields });
const anywhere = (key: string) => ({ type: 'press', key });

export const KEYS: readonly EngineCase[] = [
  {
    title: 'a character, a capital, a sign and a space pressed in a field',
    page: field,
    actions: [press('End'), press('a B ! Space 7')],
  },
  {
    title: 'keys pressed in a field that did not have the focus, which then begins at its front',
    page: `${field}<button id="b">Other</button>`,
    actions: [press('x'), on('click', "locator('#b')"), press('y'), anywhere('z')],
  },
  {
    title: 'all that is there chosen by keys, cut, and put back twice',
    page: field,
    actions: [press('ControlOrMeta+A'), anywhere('ControlOrMeta+X'), anywhere('ControlOrMeta+V ControlOrMeta+V')],
  },
  {
    title: 'words chosen by keys and typed over',
    page: field,
    actions: [press('End'), anywhere('Control+Shift+ArrowLeft'), anywhere('n e w')],
  },
  {
    title: 'Tab and Shift+Tab from field to field',
    page: `${field}<input id="second"><button id="third">Go</button>`,
    actions: [press('Tab'), anywhere('Tab'), anywhere('Enter'), anywhere('Shift+Tab'), anywhere('x')],
  },
  {
    title: 'Enter in a form, which sends it to another page',
    // Slow, as the key would else be let go on now this page and now that.
    page: `<form action="/slow"><input id="t" name="word" value="one"><button id="send">Send</button></form>`,
    actions: [
      press('Enter'),
      holds('toHaveTitle', { expected: 'Slow' }),
      holds('toHaveURL', { expected: '/slow?word=one' }),
    ],
  },
  {
    title: 'Enter in a form that is not filled in as it must be',
    page: `<form action="/next"><input id="t"><input id="mail" required><button id="send">Send</button></form>`,
    actions: [press('Enter'), holds('toBeFocused', { locator: '#mail' })],
  },
  {
    title: 'a space and Enter on a button, and a space on a box',
    page: `<button id="t">Go</button><input id="box" type="checkbox">`,
    actions: [press('Space'), press('Enter'), on('press', '#box', { key: 'Space' })],
  },
  {
    title: 'arrows in a list, a range and a group of radio buttons',
    page: `<select id="t"><option>A<option>B<option>C</select><input id="range" type="range" min="0" max="10" value="5">
      <input type="radio" name="r" id="r1" checked><input type="radio" name="r" id="r2">`,
    actions: [
      press('ArrowDown ArrowDown'),
      on('press', '#range', { key: 'ArrowRight ArrowRight ArrowLeft' }),
      on('press', '#r1', { key: 'ArrowDown' }),
    ],
  },
  {
    title: 'Escape, on which a page closes its menu and gives the focus back',
    page: `<button id="b">Menu</button><div id="menu" role="menu"><input id="t"></div><script>
      document.getElementById('menu').addEventListener('keydown', ({ key, currentTarget }) => {
        if (key !== 'Escape') return;
        document.getElementById('b').focus();
        currentTarget.hidden = true;
      });</script>`,
    actions: [press('Escape'), holds('toBeHidden', { locator: '#menu' }), holds('toBeFocused', { locator: '#b' })],
  },
  {
    title: 'a key that the page keeps for itself',
    page: `${LOG}${field}<script>document.getElementById('t').addEventListener('keydown', event => { event.preventDefault(); L(event.key); });</script>`,
    actions: [press('a'), press('F2'), logged('a|F2')],
  },
  {
    title: 'keys in editable text, in its middle and as a new line',
    page: '<div id="t" contenteditable>one</div>',
    actions: [press('End'), anywhere('Enter'), anywhere('t w o'), press('Control+B'), anywhere('x')],
  },
  {
    title: 'a key in a field that is disabled, hidden or has no place for a focus',
    page: `<input id="t" disabled><input id="hidden" style="display:none"><p id="p">Text</p>`,
    actions: [press('a'), on('press', '#hidden', { key: 'b' }), on('press', '#p', { key: 'c' })],
  },
  {
    title: 'a key in a field that is not there, and in one of two',
    page: '<input class="f"><input class="f">',
    actions: [press('a', IN_VAIN), on('press', "locator('.f')", { key: 'a', ...HOPELESS })],
  },
  {
    title: 'a key in a field in a frame and in a shadow root',
    page: `<iframe src="/field"></iframe><x-field></x-field><script>customElements.define('x-field', class extends HTMLElement {
      connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<input id="own">'; }
    })</script>`,
    actions: [
      on('press', "frameLocator('iframe').locator('#field')", { key: 'a' }),
      on('press', '#own', { key: 'b' }),
      anywhere('c'),
    ],
  },
  {
    title: 'a key that opens a dialog, which is dismissed',
    page: `${LOG}<input id="t" onkeydown="L(event.key + confirm('Sure?'))">`,
    actions: [press('a'), anywhere('b'), logged('afalse|bfalse')],
  },
];
