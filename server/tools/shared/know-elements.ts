import { mayFallBack } from '../../../model/actions/fallbacks.ts';
import { ACTION_KINDS, type Action, about } from '../../../model/actions/index.ts';
import { type KnownElement, lookOf } from '../../../model/locator/element-look.ts';
import { parseLocator } from '../../../model/locator/parse-locator.ts';
import { createRedactor } from '../../../model/values/redactor.ts';
import type { ToolContext } from '../define/define-tool.ts';
import { limitsOf, windowOf } from './app-window.ts';

/** The edit does not depend on this, so it waits no longer. */
const MOST_MS = 2_000;

const isRunning = ({ bridge, project }: ToolContext): boolean =>
  ['starting', 'running'].includes(bridge.status(project.projectId).state);

/**
 * Remembers the elements that new actions, and actions with a new locator, find on the live page. So a fallback is
 * judged even before the action has ever passed. What a run has seen is kept.
 */
export async function knowElements(context: ToolContext, actions: readonly Action[]): Promise<void> {
  const url = windowOf(context).url();
  if (url === undefined || isRunning(context)) return;
  const known = await context.project.runs.elements.read();
  const wanted = untilLeft(actions, url)
    .filter(mayFallBack)
    .filter(({ actionId, locator }) => !locator.includes('{{') && known(actionId, locator) === undefined);
  await rememberElements(context, await seeAll(context, wanted));
}

/** The actions that run on the page that is open now. */
function untilLeft(actions: readonly Action[], url: string): readonly Action[] {
  const isHere = (to: string) => URL.canParse(to, url) && new URL(to, url).href === new URL(url).href;
  const leaves = (action: Action) => {
    const { goesTo } = about(action);
    return goesTo === undefined ? ACTION_KINDS[action.type].leavesPage === 'yes' : !isHere(goesTo);
  };
  const end = actions.findIndex(leaves);
  return end < 0 ? actions : actions.slice(0, end);
}

async function seeAll(
  context: ToolContext,
  wanted: readonly { actionId: Action['actionId']; locator: string }[],
): Promise<KnownElement[]> {
  const endsAt = performance.now() + MOST_MS;
  const seen: KnownElement[] = [];
  for (const { actionId, locator } of wanted) {
    const timeoutMs = endsAt - performance.now();
    if (timeoutMs <= 0) break;
    // If the locator cannot be read or the page does not answer, the first run will remember the element.
    const sight = await windowOf(context)
      .see(parseLocator(locator), limitsOf(context, timeoutMs))
      .catch(() => undefined);
    if (sight !== undefined) seen.push({ actionId, locator, look: lookOf(sight) });
  }
  return seen;
}

/** Never fails: the edit is done already, and a later run remembers the element, too. */
export async function rememberElements({ project }: ToolContext, seen: readonly KnownElement[]): Promise<void> {
  const redact = createRedactor([...project.store.secrets.values(), ...project.signIns.tokens()]);
  await project.runs.elements.remember(seen, redact).catch(() => {});
}
