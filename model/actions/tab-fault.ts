import { literalText } from '../values/template.ts';

/** What is wrong with what names a tab. */
export const tabFault = (tab: string): string | undefined =>
  literalText(tab)?.trim() === '' ? 'a tab is named by its index, title or address, not by nothing' : undefined;
