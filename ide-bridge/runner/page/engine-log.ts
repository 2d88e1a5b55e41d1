import { stripVTControlCharacters } from 'node:util';
import { z } from 'zod';

const Logged = z.object({ log: z.array(z.string()) });
const Asserted = z.object({ matcherResult: Logged });

/** Playwright's own account of what it tried, line by line. */
export function engineLog(error: Error): string[] {
  const asserted = Asserted.safeParse(error);
  const logged = Logged.safeParse(asserted.success ? asserted.data.matcherResult : error);
  const lines = logged.success ? logged.data.log : error.message.split('\n').slice(1);
  return lines
    .map(line => shorten(stripVTControlCharacters(line).trimEnd()))
    .filter(line => line !== '' && line !== 'Call log:');
}

/** Values are quoted with all the white space of the page's source. */
const shorten = (line: string): string =>
  line.replace(/(?<=\S)\s+/g, ' ').replace(/(unexpected value ".{200}).+"$/, '$1…"');
