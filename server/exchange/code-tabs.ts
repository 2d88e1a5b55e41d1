/** Tabs of a window: the page of the code is always the one in front. */
import type { Action, ActionOf } from '../../model/actions/index.ts';
import { type CodeContext, type CodeLines, text } from './code-parts.ts';
import { pageIn } from './code-values.ts';

export const usesTabs = (actions: readonly Action[]): boolean =>
  actions.some(({ type }) => type === 'newTab' || type === 'switchTab' || type === 'closeTab');

const tab = (action: ActionOf<'switchTab' | 'closeTab'>, context: CodeContext): string | undefined =>
  action.tab === undefined ? undefined : `await tabOf(${pageIn(context)}, ${text(action.tab, context)})`;

/** Writers of the kinds about tabs, by their names. */
export const TAB_WRITERS = {
  newTab: (action: ActionOf<'newTab'>, context: CodeContext): CodeLines => {
    const page = pageIn(context);
    return [
      `used.push(${page});`,
      `${page} = await ${page}.context().newPage();`,
      ...(action.url === undefined ? [] : [`await ${page}.goto(${text(action.url, context)});`]),
    ];
  },
  switchTab: (action: ActionOf<'switchTab'>, context: CodeContext): CodeLines => [
    `${pageIn(context)} = ${tab(action, context)};`,
    `await ${pageIn(context)}.bringToFront();`,
  ],
  closeTab: (action: ActionOf<'closeTab'>, context: CodeContext): CodeLines => {
    const which = tab(action, context);
    const page = pageIn(context);
    const own = context.scope.actors === undefined ? '' : ` && other.context() === ${page}.context()`;
    return [
      `await ${which === undefined ? page : `(${which})`}.close();`,
      `${page} = [...used, ${page}].findLast(other => !other.isClosed()${own}) ?? ${page};`,
    ];
  },
};

/** What the code of tabs calls. */
export const TAB_OF = [
  '/** Tabs that were the current one, in order: the last that is open comes back when one closes. */',
  'const used: Page[] = [];',
  '',
  '/** A tab that is opened becomes the current one. */',
  'async function following(page: Page, act: () => Promise<void>): Promise<Page> {',
  '  used.push(page);',
  "  const opened = page.waitForEvent('popup', { timeout: 0 }).catch(() => page);",
  '  await act();',
  '  const soon = new Promise<Page>(resolve => setTimeout(resolve, 1_000, page));',
  '  return await Promise.race([opened, soon]);',
  '}',
  '',
  '/** By number, title or address. */',
  'async function tabOf(page: Page, which: string): Promise<Page> {',
  '  used.push(page);',
  '  const pages = page.context().pages();',
  '  if (pages[Number(which)] !== undefined) return pages[Number(which)];',
  '  for (const other of pages) if (other.url().includes(which) || (await other.title()).includes(which)) return other;',
  "  throw new Error('There is no tab ' + which);",
  '}',
  '',
];
