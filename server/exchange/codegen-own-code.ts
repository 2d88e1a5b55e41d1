/** Code in the page that exports of Steploom write for actions that Playwright has no call for. */
import { type ActionDraft, literal } from '../../model/exchange/test-drafts.ts';

export const ownPageCode = (code = ''): ActionDraft | undefined => scrollOf(code) ?? clipboardOf(code);

function scrollOf(code: string): { type: 'scroll'; x: number; y: number } | undefined {
  const [, x, y] = /^\(\(\[x, y\]\) => window\.scrollBy\(x, y\)\)\(\[(-?[\d.]+), (-?[\d.]+)\]\)$/.exec(code) ?? [];
  return x === undefined ? undefined : { type: 'scroll', x: Number(x), y: Number(y) };
}

/** `page.evaluate(text => navigator.clipboard.writeText(text), 'copied')` */
function clipboardOf(code: string): { type: 'clipboard'; value: string } | undefined {
  const [, , text] = /^\((\w+) => navigator\.clipboard\.writeText\(\1\)\)\(("(?:[^"\\]|\\.)*")\)$/s.exec(code) ?? [];
  if (text === undefined) return undefined;
  const value: unknown = JSON.parse(text);
  return typeof value === 'string' ? { type: 'clipboard', value: literal(value) } : undefined;
}
