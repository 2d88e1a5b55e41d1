import type { LineWords } from '../words.ts';

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

/** `[METHOD] <url>`. */
export function takeRequest(words: LineWords): { method?: string; url: string } {
  const method = METHOD.test(words.next ?? '') && words.left > 1 ? { method: words.take('the method') } : {};
  return { ...method, url: words.take('the address') };
}
