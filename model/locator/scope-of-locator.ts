import { escapeForPattern } from '../values/pattern.ts';
import { CHOICES, type Locator, type LocatorStep, type TextMatch } from './locator.ts';
import { AMOUNT, ANY_AMOUNT } from './same-words.ts';
import { type SelectorPiece, selectorPieces } from './selector-pieces.ts';

export interface Scope {
  frame: readonly LocatorStep[];
  /** Named containers, each as steps from the frame inwards; the element is inside all of them. */
  scopes: readonly Locator[];
  inner: Locator;
}

export function placeOfLocator({ steps }: Locator): Scope {
  const at = steps.findLastIndex(({ kind }) => kind === 'contentFrame' || kind === 'anyFrame') + 1;
  const inner = { steps: steps.slice(at) };
  return { frame: steps.slice(0, at), scopes: scopesOf(inner), inner };
}

export const insideScope = ({ frame, inner }: Scope, { steps }: Locator): Locator => ({
  steps: [...frame, ...steps, { kind: 'selector', selector: '*' }, { kind: 'and', locator: inner }],
});

function scopesOf({ steps }: Locator): Locator[] {
  const finder = steps.findLastIndex(({ kind }) => !CHOICES.includes(kind) && kind !== 'or');
  const own = namedPart([...steps.slice(0, Math.max(finder, 0)), ...scopeIn(steps[finder])]);
  const others = steps.slice(finder + 1).flatMap(step => (step.kind === 'and' ? scopesOf(step.locator) : []));
  return [...(own.length === 0 ? [] : [{ steps: own }]), ...others];
}

function scopeIn(step: LocatorStep | undefined): LocatorStep[] {
  if (step?.kind === 'descendant') {
    const [scope] = scopesOf(step.locator);
    return scope === undefined ? [] : [{ kind: 'descendant', locator: scope }];
  }
  const selector = step?.kind === 'selector' ? scopeOfSelector(step.selector) : undefined;
  return selector === undefined ? [] : [{ kind: 'selector', selector }];
}

/** Up to the last step that names something: a class or a position is no name. */
const namedPart = (steps: readonly LocatorStep[]): LocatorStep[] => steps.slice(0, steps.findLastIndex(isNaming) + 1);

const NAMELESS: readonly string[] = ['nth', 'visible', 'hasNot', 'hasNotText'];
/** An id, an attribute with a value, a text, another engine, or a path on from a named element. */
const NAMING = /#|\[[^\]]*=|:(?:has|text)|^[\w-]+=|["']|\.\.|::/;

const isNaming = (step: LocatorStep): boolean =>
  step.kind === 'selector' ? NAMING.test(step.selector) : !NAMELESS.includes(step.kind);

function scopeOfSelector(selector: string): string | undefined {
  const [, engine = '', path = ''] = /^(xpath=)?\(*((?:\.?\/|\.\.)[\s\S]*)$/.exec(selector) ?? [];
  if (path !== '') {
    const steps = selectorPieces(path.replace(/\)(?:\[\d+\])?$/, ''), /\//);
    const named = steps.slice(0, -1).findLastIndex(({ text }) => /["']/.test(text));
    return named < 0 ? undefined : engine + joined(steps.slice(0, named + 1));
  }
  if (/^[\w-]+=/.test(selector)) return undefined;
  const scopes = selectorPieces(selector, /,/).map(({ text }) => scopeOfCss(text.trim()));
  return scopes.includes(undefined) ? undefined : scopes.join(', ');
}

function scopeOfCss(selector: string): string | undefined {
  const compounds = selectorPieces(selector, /[\s>+~]+/);
  const named = compounds.slice(0, -1).findLastIndex(({ text }) => NAMING.test(text));
  if (named < 0) return undefined;
  // What follows a sibling is not inside it.
  const last = compounds.findIndex(({ before }, index) => index > named && !/[+~]/.test(before)) - 1;
  return last < 0 ? `:has(> ${compounds[named]?.text})` : joined(compounds.slice(0, last + 1));
}

const joined = (all: readonly SelectorPiece[]): string => all.map(({ before, text }) => before + text).join('');

/** The scope with any sums of money; undefined where it contains none. */
export function withAnyAmounts({ steps }: Locator): Locator | undefined {
  const loose = steps.map(loosened);
  return loose.every((step, index) => step === steps[index]) ? undefined : { steps: loose };
}

function loosened(step: LocatorStep): LocatorStep {
  if (step.kind === 'descendant' || step.kind === 'has' || step.kind === 'and') {
    const locator = withAnyAmounts(step.locator);
    return locator === undefined ? step : { ...step, locator };
  }
  if (step.kind === 'role') {
    const name = step.name === undefined ? undefined : loosenedText(step.name, step.exact);
    return name === undefined ? step : { ...step, name };
  }
  if (!('text' in step) || step.kind === 'testId') return step;
  const text = loosenedText(step.text, 'exact' in step ? step.exact : undefined);
  return text === undefined ? step : { ...step, text };
}

function loosenedText(text: TextMatch, isExact: boolean | undefined): TextMatch | undefined {
  if (typeof text !== 'string' || !new RegExp(AMOUNT, 'iu').test(text)) return undefined;
  const parts = text.trim().split(new RegExp(AMOUNT, 'giu'));
  const source = parts.map(part => part.split(/\s+/).map(escapeForPattern).join('\\s+')).join(ANY_AMOUNT);
  return { source: isExact ? `^\\s*${source}\\s*$` : source, flags: isExact ? 'u' : 'iu' };
}
