/** Which requests `cy.intercept` means, as a pattern of addresses. */
import type { Node, Reader } from '../codegen-reader.ts';
import { fieldText, resolved, writtenPattern } from '../codegen-values.ts';

type WatchedAddress = { url: string } | { reason: string };

const UNREAD = 'The pattern of its address is not one that can be read.';

/** Of `url`, `path`, `pathname`, `hostname` and `https`, those that are given. */
export function watchedAddress(reader: Reader, parts: ReadonlyMap<string, Node>): WatchedAddress {
  const { url, path, pathname, hostname, https, ...others } = Object.fromEntries(parts);
  const [other] = Object.keys(others);
  if (other !== undefined)
    return { reason: `Requests are told apart by their address and method here, not by “${other}”.` };
  const origin = originOf(reader, hostname, https);
  const isNamed = hostname !== undefined || https !== undefined;
  const places = [url, path, pathname].flatMap((node, at) => (node === undefined ? [] : [{ node, at }]));
  const [place] = places;
  if (origin === undefined || places.length > 1) return { reason: UNREAD };
  if (place === undefined) return { url: isNamed ? `${origin}/**` : '**' };
  const isPathname = place.at === 2;
  const pattern = patternIn(reader, place.node, isPathname);
  if (pattern !== undefined) return isNamed ? { reason: UNREAD } : { url: pattern };
  const glob = globIn(reader, place.node, { origin, isPathname });
  return glob === undefined || (isNamed && !glob.startsWith(origin)) ? { reason: UNREAD } : { url: glob };
}

function originOf(reader: Reader, hostname: Node | undefined, https: Node | undefined): string | undefined {
  const name = hostname === undefined ? '*' : fieldText(reader, hostname);
  const secure = https && resolved(reader, https);
  if (name === undefined || (secure !== undefined && secure.type !== 'BooleanLiteral')) return undefined;
  const port = hostname === undefined ? '' : '{,:*}';
  if (secure === undefined) return `*://${name}${port}`;
  return `${secure.value ? 'https' : 'http'}://${name}${port}`;
}

const ORIGIN = '[^\\/]+:\\/\\/[^\\/]+';

/** Cypress holds a regular expression against the whole address, and against what follows the origin. */
function patternIn(reader: Reader, node: Node, isPathname: boolean): string | undefined {
  const [, source, flags = ''] = /^\/(.*)\/(\w*)$/s.exec(writtenPattern(reader, node) ?? '') ?? [];
  if (source === undefined) return undefined;
  const whole = source.replace(/^\^(?=\\\/)/, `^${ORIGIN}`);
  return `/${isPathname ? whole.replace(/(?<!\\)\$$/, '(?:\\?|$)') : whole}/${flags.includes('i') ? 'i' : ''}`;
}

/** Signs of minimatch that patterns of addresses do not have here. */
const STRANGE = /\[|[!?+*@]\(|^!/;

interface GlobPlace {
  origin: string;
  isPathname: boolean;
}

function globIn(reader: Reader, node: Node, { origin, isPathname }: GlobPlace): string | undefined {
  const text = fieldText(reader, node);
  if (text === undefined || text === '' || STRANGE.test(text)) return undefined;
  // Two stars that are no whole folder count as one.
  const glob = text.replace(/(?<=[^/*])\*{2,}|\*{2,}(?=[^/*])/g, '*');
  if (isPathname) return glob.startsWith('/') && !glob.includes('{') ? `${origin}${glob}{,?**}` : undefined;
  if (glob.startsWith('/')) return `${origin}${glob}`;
  if (/^\*+$/.test(glob)) return '**';
  return /^(?:\*\*\/|\{\{|[a-z][a-z\d+.-]*:|\*:)/i.test(glob) ? glob : `**/${glob}`;
}
