import { EventEmitter } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { formatterHelpers, JsonFormatter } from '@cucumber/cucumber';
import type { Envelope } from '@cucumber/messages';
import { describe, expect, it } from 'vitest';
import { cucumberJson } from '../../../server/reports/cucumber-json.ts';

const kit = join(
  dirname(createRequire(import.meta.url).resolve('@cucumber/compatibility-kit/package.json')),
  'features',
);
const samples = readdirSync(kit).sort();

function messagesOf(sample: string): Envelope[] {
  const file = readdirSync(join(kit, sample)).find(name => name.endsWith('.ndjson'));
  const text = readFileSync(join(kit, sample, file ?? ''), 'utf8');
  return text
    .trim()
    .split('\n')
    .map(line => JSON.parse(line));
}

/** What cucumber-js makes of messages, driven without its runner. */
function reference(messages: readonly Envelope[]): unknown {
  const eventBroadcaster = new EventEmitter();
  const eventDataCollector = new formatterHelpers.EventDataCollector(eventBroadcaster);
  let text = '';
  const stepDefinitions = messages.flatMap(({ stepDefinition }) =>
    stepDefinition === undefined
      ? []
      : [
          {
            id: stepDefinition.id,
            uri: stepDefinition.sourceReference.uri,
            line: stepDefinition.sourceReference.location?.line,
          },
        ],
  );
  const options = {
    eventBroadcaster,
    eventDataCollector,
    log: (more: string) => {
      text += more;
    },
    supportCodeLibrary: { stepDefinitions },
    parsedArgvOptions: {},
    cwd: kit,
  };
  Reflect.construct(JsonFormatter, [options]);
  for (const message of messages) eventBroadcaster.emit('envelope', message);
  return JSON.parse(text);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The reference finds no line for tags of a rule. */
const withoutRuleTagLines = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, part) => (part?.name === '@some-tag' ? { name: part.name } : part)));

describe('Cucumber JSON', () => {
  it('is held against the whole kit', () => {
    expect(samples).toHaveLength(46);
  });

  it.each(samples)('is that of cucumber-js for %s', sample => {
    const messages = messagesOf(sample);
    const own = plain(cucumberJson(messages, () => undefined));
    const expected = reference(messages);
    if (sample === 'rules') expect(withoutRuleTagLines(own)).toEqual(withoutRuleTagLines(expected));
    else expect(own).toEqual(expected);
  });
});
