import type { Locator, LocatorStep } from '../locator/locator.ts';
import type { AriaRole } from '../names/aria-roles.ts';
import type { FieldFault } from './field-fault.ts';
import { type Action, about } from './index.ts';

/** The kinds that have a locator. */
type Located<Kind> = Kind extends unknown ? ('locator' extends keyof Kind ? Kind : never) : never;
export type WithFallbacks = Located<Action> & { locator: string; fallbacks: string[] };

const locatorOf = (action: Action): string | undefined => ('locator' in action ? action.locator : undefined);

/** What is wrong with the further locators of an action, or nothing. */
export function fallbackFault(action: Action): FieldFault | undefined {
  const { fallbacks = [] } = action;
  if (fallbacks.length === 0) return undefined;
  const locator = locatorOf(action);
  if (locator === undefined) return { field: 'fallbacks', message: 'they replace a locator, and there is none' };
  const again = fallbacks.findIndex((text, index) => text === locator || fallbacks.indexOf(text) < index);
  return again < 0
    ? undefined
    : { field: `fallbacks[${again}]`, message: `${fallbacks[again]} is in the list already` };
}

/** Whether another locator may stand in when the first finds nothing: not where nothing is what is hoped for. */
export const mayFallBack = (action: Action): action is WithFallbacks =>
  locatorOf(action) !== undefined && action.fallbacks !== undefined && about(action).mayFallBack;

/** Steps that choose among elements and make none other of them. */
const CHOICES: readonly string[] = ['hasText', 'hasNotText', 'has', 'hasNot', 'visible', 'nth', 'and'];

/** The role of what a locator finds, when it names one. */
export function namedRole({ steps }: Locator): AriaRole | undefined {
  const last = steps.findLast((step): step is LocatorStep => !CHOICES.includes(step.kind));
  if (last?.kind === 'role') return last.role;
  return last?.kind === 'descendant' ? namedRole(last.locator) : undefined;
}
