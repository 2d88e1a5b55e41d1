import { pathOf } from '../app/places.ts';
import { showDone } from '../app/toasts.tsx';
import { type Command, situationOf } from './command.ts';
import { copyText } from './copy-text.ts';
import { itemPlace } from './item-place.ts';

export const copyLink: Command = {
  title: 'Copy link',
  obstacle: situation => (itemPlace(situation) === undefined ? 'Choose what to copy the link of' : undefined),
  async run(ide) {
    const item = itemPlace(situationOf(ide));
    if (item === undefined) return;
    await copyText(window.location.origin + pathOf(item.place));
    showDone(`Link to ${item.code} copied`);
  },
};
