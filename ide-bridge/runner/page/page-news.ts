/** What a page announces: alerts, what is wrong with a field, dialogs, and what it says politely. */
import type { Page } from 'playwright';
import { z } from 'zod';
import { turnOn } from '../../browser/engine/page-turn.ts';
import { shortened } from '../../browser/logs/shown-text.ts';
import { connect } from '../../browser/session/page-connection.ts';
import { type News, seenNews } from '../../page/engine/seen-news.ts';
import { inPage } from '../../page/in-page.ts';

/** Of one moment. `read` never rejects; `noted` reads what it answers. */
export interface PageNews {
  read(): Promise<unknown>;
}

export const NO_NEWS: PageNews = { read: () => Promise.resolve([]) };
const SEEN_NEWS = String(inPage(seenNews));
const KINDS = ['alert', 'field', 'dialog', 'status'] as const;
const AllNews = z.array(z.object({ kind: z.enum(KINDS), text: z.string() }));

/** Empty for an answer of another form. */
export const noted = (answer: unknown): readonly News[] => AllNews.safeParse(answer).data ?? [];

/** For an element's own document it comes with its first answer. */
export function newsOf(page: Page, isElementAction: boolean): PageNews {
  const ask = () => readNews(page);
  const awaited = isElementAction ? turnOn(page)?.newsBefore(ask) : undefined;
  if (awaited !== undefined) return awaited;
  const news = ask();
  return { read: () => news };
}

/** Bypasses Playwright, whose trace would record the page around the question. Empty for a page that goes away. */
export async function readNews(page: Page | undefined): Promise<readonly News[]> {
  if (page === undefined) return [];
  try {
    const connection = await connect(page);
    const { result } = await connection.send('Runtime.evaluate', { expression: SEEN_NEWS, returnByValue: true });
    return AllNews.parse(result.value);
  } catch {
    return [];
  }
}

const MOST_NEWS = 2;
const MOST_QUOTED = 200;

export const byGravity = (news: readonly News[]): News[] =>
  news.toSorted((one, other) => KINDS.indexOf(one.kind) - KINDS.indexOf(other.kind));

export function newsSentence(news: readonly News[]): string | undefined {
  const first = byGravity(news).slice(0, MOST_NEWS);
  if (first.length === 0) return undefined;
  const quotes = first.map(({ kind, text }) => `“${shortened(text, MOST_QUOTED)}” (${kind})`);
  return `The page showed ${quotes.join(' and ')}.`;
}
