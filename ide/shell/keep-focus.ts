import { endLoan, lendFocus } from '../ui/free-focus.ts';

/** Keeps the focus in place when its element goes or is disabled: browsers would put it to the start of the page. */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]';
const AREAS = '[role=dialog], form, section, main';
/** Their rows come and go as one scrolls: they handle the focus themselves. */
const OWN_FOCUS = '[role=tree], [role=grid], [role=list]';
/** Longer than dialogs and the like take to set the focus themselves. */
const PATIENCE_MS = 60;
const MOST_REMEMBERED = 8;

interface Held {
  element: HTMLElement;
  /** Ancestors that hold several things, from the inside out. */
  areas: readonly Element[];
  /** Focusable elements of the innermost area, and of the outermost one, which stays when an inner one goes. */
  order: readonly HTMLElement[];
  around: readonly HTMLElement[];
  /** What handles the focus itself, as long as it exists. */
  keeper: Element | null;
  isLost: boolean;
}

const isDisabled = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

const isUsable = (element: HTMLElement): boolean =>
  !isDisabled(element) && element.tabIndex >= 0 && element.getClientRects().length > 0;

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

const focusableIn = (area: Element): HTMLElement[] => [...area.querySelectorAll<HTMLElement>(FOCUSABLE)];

function holdOf(element: HTMLElement): Held {
  const areas: Element[] = [];
  for (let area = element.closest(AREAS); area; area = area.parentElement?.closest(AREAS) ?? null) areas.push(area);
  const [order = [], around = []] = [areas[0], areas.at(-1)].map(area => area && focusableIn(area));
  return { element, areas, order, around, keeper: element.closest(OWN_FOCUS), isLost: false };
}

/** What follows it, and then what precedes it. */
function neighboursOf(element: HTMLElement, order: readonly HTMLElement[]): HTMLElement[] {
  const at = order.indexOf(element);
  return [...order.slice(at + 1), ...order.slice(0, Math.max(0, at)).reverse()];
}

/** In this order: what had the focus there before, its neighbours there, what had it elsewhere, other neighbours, anything. */
function substituteOf(held: Held, earlier: readonly HTMLElement[]): HTMLElement | undefined {
  const { element, areas, order, around } = held;
  const outer = areas.find(area => area.isConnected) ?? document.querySelector('main');
  const earlierThere = earlier.filter(other => areas[0]?.contains(other));
  return [
    ...earlierThere,
    ...neighboursOf(element, order),
    ...earlier,
    ...neighboursOf(element, around),
    ...(outer ? focusableIn(outer) : []),
  ].find(isUsable);
}

export function keepFocus(): () => void {
  let held: Held | undefined;
  let earlier: readonly HTMLElement[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    timer = undefined;
    if (held === undefined || !isNowhere() || held.keeper?.isConnected) return;
    const { element } = held;
    if (isUsable(element)) {
      // A click elsewhere gives the focus up; what is enabled again gets it back.
      if (held.isLost) element.focus();
      else held = undefined;
      return;
    }
    held.isLost = true;
    const isBusy = element.isConnected && element.hasAttribute('data-loading');
    if (!isBusy) lendFocus(substituteOf(held, earlier));
  };
  const lookSoon = () => {
    timer ??= setTimeout(look, PATIENCE_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return;
    earlier = [target, ...earlier].slice(0, MOST_REMEMBERED);
    held = holdOf(target);
  };
  const observer = new MutationObserver(() => {
    if (held === undefined) return;
    // It may be enabled again before this is checked.
    held.isLost ||= isDisabled(held.element);
    if (held.isLost || isNowhere()) lookSoon();
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled', 'data-loading'] });
  const bound = new AbortController();
  const { signal } = bound;
  document.addEventListener('focusin', onFocus, { signal });
  document.addEventListener('focusout', lookSoon, { signal });
  document.addEventListener('keydown', endLoan, { signal, capture: true });
  document.addEventListener('pointerdown', endLoan, { signal, capture: true });
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    bound.abort();
  };
}

const DROPDOWNS = '.mantine-Menu-dropdown, .mantine-Popover-dropdown';

/** Passes Escape to a menu or popover until it has the focus, which takes longer than a quick key. */
export function closeEarly(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !(event.target instanceof Node)) return;
    const last = [...document.querySelectorAll(DROPDOWNS)].at(-1);
    if (last === undefined || last.contains(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    last.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  };
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}
