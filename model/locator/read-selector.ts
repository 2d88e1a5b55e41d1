import { nearest } from '../errors/nearest.ts';
import { hideExpressions } from '../values/template.ts';
import { type LocatorStep, MAX_LOCATOR_INDEX } from './locator.ts';

/** `offset` is zero-based, in the selector. */
interface SelectorFault {
  readonly fault: string;
  readonly offset: number;
}

interface SelectorPart {
  readonly engine: string;
  readonly body: string;
  readonly offset: number;
}

/** Engines that only look at the document; `nth` and `visible` become steps. */
const ENGINES = ['css', 'xpath', 'text', 'id', 'role', 'data-testid', 'data-test-id', 'data-test', 'nth', 'visible'];

const ENGINE_PREFIX = /^([\w\-+:*]+)\s*=([\s\S]*)$/;
const CLOSERS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
]);

/** Brackets, and the escapes and quoted texts in which brackets mean nothing. */
const SIGNS = /\\.|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[()[\]]/gs;

/** After `text=` and a first sign, Playwright takes quotes as plain signs. */
const UNQUOTED_TEXT = /^\s*text\s*=./s;

/** Cuts at `>>` outside of quotes, by Playwright's rules. */
function splitAtArrows(selector: string): { texts: string[] } | SelectorFault {
  const texts: string[] = [];
  let start = 0;
  let quote: { sign: string; offset: number } | undefined;
  for (let index = 0; index < selector.length; index++) {
    const sign = selector.charAt(index);
    if (sign === '\\') index++;
    else if (sign === quote?.sign) quote = undefined;
    else if (quote !== undefined) continue;
    else if ('\'"`'.includes(sign) && !UNQUOTED_TEXT.test(selector.slice(start, index)))
      quote = { sign, offset: index };
    else if (selector.startsWith('>>', index)) {
      texts.push(selector.slice(start, index));
      start = index + 2;
      index++;
    }
  }
  if (quote !== undefined) return { fault: `the quote ${quote.sign} is not closed.`, offset: quote.offset };
  return { texts: [...texts, selector.slice(start)] };
}

function engineOf(text: string): { engine: string; body: string } {
  const [, engine, body] = ENGINE_PREFIX.exec(text) ?? [];
  if (engine !== undefined && body !== undefined) return { engine, body };
  if (text.length > 1 && /^(['"])[\s\S]*\1$/.test(text)) return { engine: 'text', body: text };
  return { engine: /^\(*\/\//.test(text) || text.startsWith('..') ? 'xpath' : 'css', body: text };
}

function engineFault(engine: string): string | undefined {
  if (ENGINES.includes(engine)) return undefined;
  if (engine.startsWith('*')) return `"${engine}=" cannot be used; write filter({ has: locator('…') }) instead.`;
  const close = nearest(engine, ENGINES);
  const hint = close === undefined ? '' : ` Did you mean "${close}="?`;
  return `"${engine}=" is not a known selector engine.${hint} Known: ${ENGINES.join(', ')}.`;
}

/** A word before a round bracket that is no pseudo-class. */
const CALL = /(?:^|[^:\w-])([\w-]+)$/;

/** Brackets must pair up; in CSS, a round one follows a pseudo-class. */
function bracketFault({ engine, body }: SelectorPart): { fault: string; index: number } | undefined {
  const open: { closer: string; index: number }[] = [];
  for (const { 0: sign, index } of body.matchAll(SIGNS)) {
    const closer = CLOSERS.get(sign);
    if (closer !== undefined) {
      const call = engine === 'css' && sign === '(' ? CALL.exec(body.slice(0, index))?.[1] : undefined;
      if (call !== undefined)
        return { fault: `"${call}(" is not CSS: brackets follow a pseudo-class such as :has(…).`, index };
      open.push({ closer, index });
    } else if ((sign === ')' || sign === ']') && open.pop()?.closer !== sign) {
      return { fault: `"${sign}" does not close a bracket.`, index };
    }
  }
  const left = open.at(-1);
  return left && { fault: `the bracket "${body.charAt(left.index)}" is not closed.`, index: left.index };
}

function stepOf({ engine, body, offset }: SelectorPart): LocatorStep | SelectorFault {
  if (engine === 'nth') {
    const index = /^\s*(?:-1|\d{1,7})\s*$/.test(body) ? Number(body) : Number.POSITIVE_INFINITY;
    if (index > MAX_LOCATOR_INDEX)
      return { fault: `"nth=${body}" must be a number from 0, or -1 for the last.`, offset };
    return { kind: 'nth', index };
  }
  if (engine === 'visible') {
    if (body !== 'true' && body !== 'false') return { fault: `"visible=" takes true or false, not "${body}".`, offset };
    return { kind: 'visible', visible: body === 'true' };
  }
  if (engine === 'css') {
    // Without its prefix it must still be read as css, or `css=internal:…` would open what is refused elsewhere.
    const bare = engineOf(body);
    if (bare.engine !== 'css' || bare.body !== body) return { fault: `"${body}" is not CSS.`, offset };
    return { kind: 'selector', selector: body };
  }
  const bare = engine === 'xpath' && /^(?:\/\/|\.\.)/.test(body);
  return { kind: 'selector', selector: bare ? body : `${engine}=${body}` };
}

function readPart(text: string, start: number): LocatorStep | SelectorFault {
  const trimmed = text.trim();
  const offset = start + text.indexOf(trimmed);
  const { engine, body } = engineOf(trimmed);
  const unknown = engineFault(engine);
  if (unknown !== undefined) return { fault: unknown, offset };
  const part = { engine, body: engine === 'css' || engine === 'xpath' ? body.trim() : body, offset };
  if (part.body.trim() === '') return { fault: 'the selector is empty.', offset };
  const bracket = engine === 'css' || engine === 'xpath' ? bracketFault(part) : undefined;
  if (bracket) return { fault: bracket.fault, offset: start + text.indexOf(part.body) + bracket.index };
  return stepOf(part);
}

function readSteps(selector: string): { steps: LocatorStep[] } | SelectorFault {
  const split = splitAtArrows(selector);
  if ('fault' in split) return split;
  const steps: LocatorStep[] = [];
  let offset = 0;
  for (const text of split.texts) {
    const step = readPart(text, offset);
    if ('fault' in step) return step;
    steps.push(step);
    offset += text.length + 2;
  }
  return { steps };
}

/** Replaces each character of an expression while a selector is read; no text may contain it. */
const HIDDEN = '\uFDD0';
const HIDDEN_SIGNS = new RegExp(HIDDEN, 'g');
const HIDDEN_TEXT = new RegExp(`${HIDDEN}+`, 'g');

/**
 * Reads a selector text: css, xpath or another open engine, chained by `>>`; the value of `{{ … }}` is not known yet.
 * Its steps are spelled as Playwright spells them; engines of Playwright's own use and of page frameworks are refused.
 */
export function readSelector(selector: string): { steps: LocatorStep[] } | SelectorFault {
  if (!selector.includes('{{') || selector.includes(HIDDEN)) return readSteps(selector);
  const masked = hideExpressions(selector, HIDDEN);
  const read = readSteps(masked);
  if ('fault' in read) return { ...read, fault: read.fault.replace(HIDDEN_TEXT, '{{…}}') };
  // The steps keep all hidden characters, in order.
  const signs = [...masked.matchAll(HIDDEN_SIGNS)].map(({ index }) => selector.charAt(index)).values();
  const shown = (text: string) => text.replace(HIDDEN_SIGNS, () => signs.next().value ?? '');
  const steps = read.steps.map(step => (step.kind === 'selector' ? { ...step, selector: shown(step.selector) } : step));
  return { steps };
}
