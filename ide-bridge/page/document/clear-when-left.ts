/**
 * Empties session storage as the last thing that the document does, after whatever else listens for its end, and then sets
 * a cookie whose value is its site. Nothing else that happens so late reaches whoever drives the browser.
 */
export function clearWhenLeft(cookieName: string): void {
  addEventListener('unload', () => {
    sessionStorage.clear();
    // biome-ignore lint/suspicious/noDocumentCookie: The document is gone before the Cookie Store would answer.
    document.cookie = `${cookieName}=${encodeURIComponent(origin)}; path=/${cookieName}`;
  });
}
