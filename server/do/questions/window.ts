import { type AskingVerb, print, usageFault } from '../do-session.ts';
import { snapshot } from './snapshot.ts';

const ROLE_USAGE = 'role <name> [<url>]';

export const role: AskingVerb = {
  name: 'role',
  usage: ROLE_USAGE,
  about: 'open the window anew, signed in as a role of the project; none: as nobody',
  async ask(words, session) {
    const [name, url = session.memory.url ?? '/'] = words;
    if (name === undefined) throw usageFault('The name of a role is missing', ROLE_USAGE);
    await session.call('navigateUrl', { url, role: name });
    await snapshot.ask([], session);
  },
};

export const close: AskingVerb = {
  name: 'close',
  usage: 'close',
  about: 'close the window; the next open has a fresh one',
  async ask(_words, session) {
    await session.closeWindow();
    session.memory.url = undefined;
    print(session, 'closed');
  },
};
