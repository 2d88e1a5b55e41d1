import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Envelope } from '@cucumber/messages';

/** The samples of Cucumber's compatibility kit: features, and the messages that an implementation makes of them. */
export const KIT = join(
  dirname(createRequire(import.meta.url).resolve('@cucumber/compatibility-kit/package.json')),
  'features',
);

export const samples: readonly string[] = readdirSync(KIT).sort();

export function messagesOf(sample: string): Envelope[] {
  const file = readdirSync(join(KIT, sample)).find(name => name.endsWith('.ndjson'));
  const text = readFileSync(join(KIT, sample, file ?? ''), 'utf8');
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}
