import type { Page } from 'playwright';

type Element = ReturnType<Page['locator']>;

/** The little that is asked of the document; this is compiled for Node, which has none. */
interface DomField {
  readonly labels?: Iterable<{ contains(node: object): boolean }> | null;
  readonly disabled?: boolean;
  getBoundingClientRect(): { x: number; y: number; width: number; height: number };
  getRootNode(): { elementFromPoint?(x: number, y: number): object | null };
  scrollIntoView(options: object): void;
}

/**
 * Ticks a field or takes its tick away. Many pages draw a box of their own over the real one, in its label: people
 * click that, and it ticks the field. Playwright alone would wait for it to go away.
 */
export async function tickElement(
  element: Element,
  checked: boolean,
  options: { timeout: number; signal: AbortSignal },
): Promise<void> {
  const force = await element.evaluate(isCoveredByLabel, undefined, options);
  return element.setChecked(checked, { ...options, force });
}

/** Runs in the page: whether who clicks the field hits its own label. */
export function isCoveredByLabel(field: DomField): boolean {
  const labels = [...(field.labels ?? [])];
  if (labels.length === 0 || field.disabled === true) return false;
  const hit = () => {
    const { x, y, width, height } = field.getBoundingClientRect();
    return field.getRootNode().elementFromPoint?.(x + width / 2, y + height / 2) ?? undefined;
  };
  if (hit() === undefined) field.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const found = hit();
  return found !== undefined && found !== field && labels.some(label => label.contains(found));
}
