/** The actors of a test that is read: names from variables, and who does what. */
import { type ActionDraft, leftOut, type TestDraft } from '../../model/exchange/test-drafts.ts';
import { MOST_ACTORS, type TestActor } from '../../model/project/actor.ts';
import { nearestBrowser, type TestBrowser } from '../../model/project/test-browser.ts';
import type { CodeActor } from './codegen-people.ts';
import type { Reader } from './codegen-reader.ts';
import { claimedActions } from './codegen-windows.ts';

type Peopled = Pick<TestDraft, 'actions' | 'notes' | 'browser'> & { actors?: TestActor[] };

/** Rows that need no page, as what computes a value, say nothing of who acts. */
const isOfNobody = ({ type, disabled, into }: ActionDraft): boolean =>
  /^(?:comment|request|else|end)$/.test(type) || (type === 'script' && into !== undefined) || disabled === true;

/** What is left out keeps who did it. */
const isNotDone = ({ type, disabled }: ActionDraft): boolean =>
  /^(?:else|end)$/.test(type) || (type === 'comment' && disabled !== true);

/** Browser: what `test.use` says, and the context, where there is only one. */
export function peopled(reader: Reader, said: TestBrowser): Peopled {
  const { windows, actions } = reader;
  if (windows.actors.length === 1) return { actions, notes: [], browser: said };
  const claimed = claimedActions(reader);
  const busy = new Set([...claimed].flatMap(([draft, actor]) => (isOfNobody(draft) ? [] : [actor])));
  const acting = [...windows.actors.keys()].filter(actor => busy.has(actor) && windows.acted.has(actor));
  const [only, ...others] = acting.flatMap(actor => windows.actors[actor] ?? []);
  if (others.length === 0) {
    const signedIn = (only?.leftOut ?? []).filter(({ text }) => /storageState/.test(String(text)));
    return { actions: [...signedIn, ...actions], notes: [], browser: nearestBrowser(said, only?.browser) };
  }
  return ofSeveral(reader, { acting, claimed, said });
}

interface ActingPeople {
  acting: readonly number[];
  claimed: ReadonlyMap<ActionDraft, number>;
  said: TestBrowser;
}

const AS_THE_TEST = 'An actor may have a device; all else of their window is that of the test.';

function ofSeveral({ windows, actions }: Reader, { acting, claimed, said }: ActingPeople): Peopled {
  const kept = acting.slice(0, MOST_ACTORS);
  const names = namesOf(
    kept.map(actor => windows.actors[actor]).filter(actor => actor !== undefined),
    windows.said,
  );
  const nameOf = new Map(kept.map((actor, at) => [actor, names[at] ?? '']));
  const [first] = kept;
  const by = (actor: number, draft: ActionDraft): ActionDraft =>
    actor === first || !nameOf.has(actor) || isNotDone(draft) ? draft : { ...draft, actor: nameOf.get(actor) };
  const before = kept.flatMap(actor =>
    (windows.actors[actor] === undefined ? [] : beginning(windows.actors[actor])).map(draft => by(actor, draft)),
  );
  const left = acting.length - kept.length;
  return {
    actions: [...before, ...actions.map(draft => by(claimed.get(draft) ?? 0, draft))],
    notes: left === 0 ? [] : [`A test has at most ${MOST_ACTORS} actors: what ${left} more do is done by the first.`],
    browser: said,
    actors: kept.map((actor, at): TestActor => {
      const device = windows.actors[actor]?.browser.device;
      return { name: names[at] ?? '', ...(device === undefined ? {} : { device }) };
    }),
  };
}

/** What a context is told when it opens. */
function beginning({ browser, leftOut: notTaken }: CodeActor): ActionDraft[] {
  const { device: _device, viewport, ...others } = browser;
  return [
    ...notTaken.map(draft => ({ ...draft, comment: reasonOf(draft) })),
    ...Object.entries(others).map(([name, value]) =>
      leftOut(`newContext({ ${name}: ${JSON.stringify(value)} })`, AS_THE_TEST),
    ),
    ...(viewport === undefined ? [] : [{ type: 'emulate', ...viewport }]),
  ];
}

const reasonOf = ({ text, comment }: ActionDraft): unknown =>
  /storageState/.test(String(text)) ? 'Nobody is signed in by stored data: give the actor a role.' : comment;

function namesOf(actors: readonly CodeActor[], said: ReadonlyMap<string, string>): string[] {
  const names: string[] = [];
  for (const [at, { variables }] of actors.entries()) {
    const told = variables.flatMap(variable => said.get(variable) ?? []);
    const spoken = variables.flatMap(variable => spokenName(variable) ?? []);
    const [wanted = numbered(variables) ?? `User ${at + 1}`] = [...told, ...spoken];
    names.push(unusedName(wanted, names));
  }
  return names;
}

function unusedName(wanted: string, taken: readonly string[]): string {
  const isTaken = (name: string) => taken.some(one => one.toLowerCase() === name.toLowerCase());
  let name = wanted;
  for (let count = 2; isTaken(name); count += 1) name = `${wanted} ${count}`;
  return name;
}

/** `page2` */
const numbered = (variables: readonly string[]): string | undefined =>
  variables.flatMap(variable => /\d+$/.exec(variable)?.[0] ?? []).map(number => `User ${number}`)[0];

const WINDOW =
  /^(?:(?:the|a|my|new|other|another|second|first|browser|page|context|ctx|tab|window|[a-z])(?=[A-Z_\d]|$))+/;
const OF_WINDOW = /(?:Browser|Page|Context|Ctx|Tab|Window)+$/;

/** `shopOwnerPage` → `Shop owner`; undefined where only window and number are named. */
function spokenName(variable: string): string | undefined {
  // Python has `admin_page`.
  const bare = variable.replace(/^_+/, '').replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
  const rest = bare.replace(OF_WINDOW, '').replace(WINDOW, '').replace(OF_WINDOW, '');
  const words = rest.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+/g) ?? [];
  if (words.every(word => /^\d+$/.test(word))) return undefined;
  const text = words.join(' ').toLowerCase();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.slice(0, 40);
}
