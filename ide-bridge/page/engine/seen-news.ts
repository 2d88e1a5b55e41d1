/** A text that came up on a page: as an alert, as what is wrong with a field, as a dialog, or said politely. */
export interface News {
  kind: 'alert' | 'field' | 'dialog' | 'status';
  text: string;
}

/**
 * Runs in the page: the alerts, dialogs and other texts that it announces, as they are seen now. Not what is only for
 * screen readers, such as the title of a page that was gone to.
 */
export function seenNews(): News[] {
  const kinds: readonly [News['kind'], string][] = [
    ['alert', '[role=alert], [role=alertdialog], [aria-live=assertive]'],
    ['dialog', 'dialog[open], [role=dialog]'],
    ['status', '[role=status], [aria-live=polite]'],
  ];
  const mostCharacters = 5_000;
  const mostFields = 20;
  const all = document.querySelectorAll(kinds.map(([, selector]) => selector).join(', '));
  const isShown = (element: Element): boolean => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    const { width, height } = element.getBoundingClientRect();
    return (width > 1 && height > 1) || [...element.children].some(isShown);
  };
  const textOf = (element: Element | null): string =>
    (element && 'innerText' in element ? String(element.innerText) : '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, mostCharacters);
  const nameOf = (dialog: Element): string => {
    const label = dialog.getAttribute('aria-labelledby');
    const own = (dialog.getAttribute('aria-label') ?? '').trim();
    const heading = dialog.querySelector('h1, h2, h3');
    return textOf(label === null ? null : document.getElementById(label)) || own || textOf(heading) || textOf(dialog);
  };
  const shown = [...all].filter(isShown);
  // The inner one reports what holds another one.
  const innermost = shown.filter(element => !shown.some(other => other !== element && element.contains(other)));
  const said = innermost.map(element => {
    const [kind] = kinds.find(([, selector]) => element.matches(selector)) ?? ['status' as const];
    return { kind, text: kind === 'dialog' ? nameOf(element) : textOf(element) };
  });
  const faults = [...document.querySelectorAll('[aria-invalid=true]')].slice(0, mostFields).map(field => {
    const ids = field.getAttribute('aria-errormessage') ?? field.getAttribute('aria-describedby') ?? '';
    const notes = ids.split(/\s+/).map(id => (id === '' ? null : document.getElementById(id)));
    const text = notes
      .map(note => (note !== null && isShown(note) ? textOf(note) : ''))
      .join(' ')
      .trim();
    return { kind: 'field' as const, text };
  });
  // A note that is an alert as well is told once.
  const others = faults.filter(({ text }) => !said.some(each => each.text === text));
  return [...said, ...others].filter(({ text }) => text !== '');
}
