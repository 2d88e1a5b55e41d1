/**
 * What an action needs of the element that its locator leads to: `any` number of them, exactly `one`, or one that can be
 * seen, clicked, typed into, chosen from or ticked.
 */
export type ElementUse = 'any' | 'one' | 'visible' | 'clickable' | 'editable' | 'options' | 'checkable';

interface LooksAt {
  matcher?: string | undefined;
  not?: boolean | undefined;
}

/** Matchers that are about how many elements there are, or content with none. */
const NEEDS_NONE: readonly string[] = ['toHaveCount', 'toBeHidden'];
const NONE_WHEN_NOT: readonly string[] = ['toBeVisible', 'toBeInViewport'];

/** What an assertion needs; its own verdict about the element is only passed when it runs. */
export const useOfMatcher = ({ matcher = '', not = false }: LooksAt): ElementUse =>
  NEEDS_NONE.includes(matcher) || (not && NONE_WHEN_NOT.includes(matcher)) ? 'any' : 'one';
