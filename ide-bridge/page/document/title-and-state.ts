/** Title and ready state, each read separately: pages may put things of their own there, which throw. */
export function titleAndState(): [title: string, readyState: string] {
  const read = (get: () => unknown) => {
    try {
      return `${get()}`;
    } catch {
      return '';
    }
  };
  return [read(() => document.title), read(() => document.readyState)];
}
