import { z } from 'zod';
import { type AskingVerb, type DoSession, print, readArguments, usageFault } from '../do-session.ts';
import { RunFailure, tellFailure } from '../told-failure.ts';

const USAGE = 'keep "<name>" [--module <code or name>] [--from <n>] [--dry] [--untried]';
const OPTIONS = {
  module: { type: 'string', short: 'm' },
  from: { type: 'string' },
  dry: { type: 'boolean' },
  untried: { type: 'boolean' },
} as const;

const DEFAULT_MODULE = 'Explored';

const List = z.object({
  actions: z.array(z.object({ number: z.number(), title: z.string(), detour: z.literal(true).optional() })),
});

const Kept = z.object({
  kept: z.object({ testCode: z.string(), moduleCode: z.string() }).optional(),
  actions: z.array(z.string()),
  outcome: z.string().optional(),
  failure: RunFailure.optional(),
});

async function tellList(session: DoSession, from: number): Promise<void> {
  const output = await session.call('getPerformedActions', {});
  if (session.isJson) return print(session, JSON.stringify(output));
  const lines = List.parse(output)
    .actions.filter(({ number }) => number >= from)
    .map(({ number, title, detour }) => `${number} ${title}${detour ? '  (detour, left out)' : ''}`);
  print(session, lines.join('\n') || 'Nothing was performed since the window was opened.');
}

async function ask(words: readonly string[], session: DoSession): Promise<void> {
  const { values, positionals } = readArguments(words, USAGE, OPTIONS);
  const from = values.from === undefined ? 1 : Number(values.from);
  if (values.dry) return await tellList(session, from);
  const [name] = positionals;
  if (name === undefined) throw usageFault('The test needs a name', USAGE);
  const output = await session.call('keepPerformedActions', {
    name,
    moduleCode: values.module ?? DEFAULT_MODULE,
    from,
    ...(values.untried ? { tryFirst: false } : {}),
  });
  if (session.isJson) return print(session, JSON.stringify(output));
  const { kept, actions, outcome, failure } = Kept.parse(output);
  if (kept === undefined) return tellNotKept(session, actions, failure);
  const tried = outcome === undefined ? 'not tried' : `${outcome} from a fresh start`;
  print(session, `kept ${kept.moduleCode}.${kept.testCode} "${name}": ${actions.length} actions, ${tried}`);
  if (session.unsavedFolder !== undefined)
    print(session, 'There is no project here yet: save <project> makes one of it.');
}

function tellNotKept(
  session: DoSession,
  actions: readonly string[],
  failure: z.output<typeof RunFailure> | undefined,
): void {
  print(session, actions.map((title, index) => `${index + 1} ${title}`).join('\n'));
  throw tellFailure('Not kept, as it does not pass from a fresh start', failure);
}

export const keep: AskingVerb = {
  name: 'keep',
  usage: USAGE,
  about: 'make a test of what was done since the window opened; it is tried from a fresh start first',
  ask,
};

export const history: AskingVerb = {
  name: 'history',
  usage: 'history',
  about: 'list what was done, as keep would take it',
  ask: (_words, session) => tellList(session, 1),
};

const Dropped = z.object({ dropped: z.string(), left: z.number() });

export const undo: AskingVerb = {
  name: 'undo',
  usage: 'undo',
  about: 'take the last action out of what keep takes; the page stays as it is',
  async ask(_words, session) {
    const output = await session.call('dropPerformedAction', {});
    if (session.isJson) return print(session, JSON.stringify(output));
    const { dropped, left } = Dropped.parse(output);
    print(session, `dropped: ${dropped}; ${left} left`);
  },
};
