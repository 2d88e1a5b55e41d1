import type { Ide } from '../app/ide.ts';
import { attempt } from './command.ts';

/** Takes back the newest edits of this person, whatever others have done since. */
export const takeBack = (ide: Ide, count = 1): Promise<void> =>
  attempt('Undo', async () => {
    for (let done = 0; done < count; done += 1) await ide.editing.change('undo', {});
  });
