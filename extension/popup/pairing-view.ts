import type { PairingState } from '../messages.ts';
import { ask } from './ask.ts';
import { field, make } from './elements.ts';

const USUAL_ADDRESS = 'http://127.0.0.1:4620';

/** What was sent off: it is there still when it is refused. */
const typed: { address: string | undefined; code: string } = { address: undefined, code: '' };

/** Where Steploom runs, and the code that it shows. */
export function pairingView(
  { address }: PairingState,
  perform: (work: () => Promise<unknown>) => Promise<void>,
): Node[] {
  const where = field('Address of Steploom', {
    name: 'address',
    value: typed.address ?? address ?? USUAL_ADDRESS,
    spellcheck: 'false',
    required: '',
  });
  const code = field('Code', {
    name: 'code',
    value: typed.code,
    placeholder: 'ABCD-2345',
    autocomplete: 'off',
    spellcheck: 'false',
    autofocus: '',
    required: '',
  });
  const form = make('form', {}, where.row, code.row, make('button', { class: 'primary' }, 'Pair'));
  form.addEventListener('submit', event => {
    event.preventDefault();
    Object.assign(typed, { address: where.input.value, code: code.input.value });
    void perform(() => ask({ kind: 'pair', address: where.input.value, code: code.input.value }));
  });
  return [make('p', {}, 'Steploom shows a code under Settings › Extension.'), form];
}
