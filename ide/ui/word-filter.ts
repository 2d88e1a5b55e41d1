/** Whether a text holds all of the sought words, ignoring case. */
export function wordFilter(sought: string): (text: string) => boolean {
  const words = sought.toLowerCase().split(/\s+/);
  return text => {
    const lower = text.toLowerCase();
    return words.every(word => lower.includes(word));
  };
}
