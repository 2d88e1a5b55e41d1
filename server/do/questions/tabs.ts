import { z } from 'zod';
import { type AskingVerb, print } from '../do-session.ts';

const Info = z.object({ tabs: z.array(z.object({ url: z.string(), isCurrent: z.boolean() })) });

export const tabs: AskingVerb = {
  name: 'tabs',
  usage: 'tabs',
  about: 'list the tabs; tab <n> goes to one',
  async ask(_words, session) {
    const output = await session.call('getPageInfo', {});
    if (session.isJson) return print(session, JSON.stringify(output));
    const lines = Info.parse(output).tabs.map(({ url, isCurrent }, at) => `${isCurrent ? '→' : ' '} ${at} ${url}`);
    print(session, lines.join('\n'));
  },
};
