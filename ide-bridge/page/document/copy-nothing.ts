/** Puts an empty text on the clipboard, where a person has just done something in the page. */
export function copyNothing(): void {
  const empty = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData?.setData('text/plain', '');
  };
  document.addEventListener('copy', empty);
  document.execCommand('copy');
  document.removeEventListener('copy', empty);
}
