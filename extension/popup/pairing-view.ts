import { ask } from '../ask-worker.ts';
import { field, make } from './elements.ts';
import type { Perform } from './perform.ts';

/** What was sent off: it is there still when it is refused. */
let typed = '';

/** Takes the code that Steploom shows. */
export function pairingForm(perform: Perform): HTMLFormElement {
  const code = field('Pairing code', {
    name: 'code',
    value: typed,
    placeholder: '127.0.0.1:4620/ABCD-2345',
    autocomplete: 'off',
    spellcheck: 'false',
    autofocus: '',
    required: '',
  });
  const form = make('form', {}, code.row, make('button', { class: 'primary' }, 'Pair'));
  form.addEventListener('submit', event => {
    event.preventDefault();
    typed = code.input.value;
    void perform(async () => {
      await ask({ kind: 'pair', code: typed });
      typed = '';
    });
  });
  return form;
}

export const notPairedView = (perform: Perform): Node[] => [
  make('p', {}, 'In Steploom, open Settings › Extension, press “Get a code”, and paste it here.'),
  pairingForm(perform),
];
