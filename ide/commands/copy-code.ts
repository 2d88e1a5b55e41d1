import { showDone } from '../app/toasts.tsx';
import { type Command, situationOf } from './command.ts';
import { copyText } from './copy-text.ts';
import { itemPlace } from './item-place.ts';

export const copyCode: Command = {
  title: 'Copy code',
  obstacle: situation => (itemPlace(situation) === undefined ? 'Choose what to copy the code of' : undefined),
  async run(ide) {
    const item = itemPlace(situationOf(ide));
    if (item === undefined) return;
    await copyText(item.code);
    showDone(`${item.code} copied`);
  },
};
