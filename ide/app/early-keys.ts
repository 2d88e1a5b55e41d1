/**
 * A menu or dialog takes the focus only once it is drawn. Escape that comes before that, to the button which opened it,
 * closes it all the same. Returns what ends it.
 */
export function closeEarly(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !(event.target instanceof Element)) return;
    const opener = event.target.closest<HTMLElement>('button[aria-haspopup][aria-expanded=true]');
    if (opener === null) return;
    event.preventDefault();
    event.stopPropagation();
    opener.click();
  };
  document.addEventListener('keydown', onKey, true);
  return () => document.removeEventListener('keydown', onKey, true);
}
