import type { Locator } from '../../model/locator/locator.ts';
import { nearestNames } from '../../model/protocol/nearest.ts';
import type { AppSession } from '../browser/app-session.ts';
import { pageElements } from '../browser/page-elements.ts';

const LOOK_LIMIT_MS = 3_000;
const SHOWN = 3;

/** The words a locator asks for: those of its last step that has any. */
function wordsOf(locator: Locator): { role?: string; words?: string } {
  for (const step of [...locator.steps].reverse()) {
    if (step.kind === 'role')
      return { role: step.role, ...(typeof step.name === 'string' ? { words: step.name } : {}) };
    if ('text' in step && typeof step.text === 'string') return { words: step.text };
  }
  return {};
}

/** Locators of elements whose role or name comes close to what was not found; none when the page cannot be asked. */
export async function closeMatches(session: AppSession, locator: Locator): Promise<string[]> {
  const { role, words } = wordsOf(locator);
  if (role === undefined && words === undefined) return [];
  const query = { interactiveOnly: false, limit: 200, boxes: false, role };
  try {
    const { elements } = await pageElements(session, query, {
      signal: AbortSignal.timeout(LOOK_LIMIT_MS),
      timeoutMs: LOOK_LIMIT_MS,
    });
    const named = elements.filter(element => element.name !== '');
    const near =
      words === undefined ? [] : nearestNames(words, [...new Set(named.map(element => element.name))], SHOWN);
    // Others of the same role may be what was meant; without a role, far names are only noise.
    const others = role === undefined ? [] : named.slice(0, SHOWN).map(element => element.name);
    const chosen = near.length > 0 ? near : others;
    return chosen.flatMap(name => named.find(element => element.name === name)?.locator ?? []);
  } catch {
    return [];
  }
}
