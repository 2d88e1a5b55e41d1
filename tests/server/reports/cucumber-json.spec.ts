import { EventEmitter } from 'node:events';
import { formatterHelpers, JsonFormatter } from '@cucumber/cucumber';
import type { Envelope } from '@cucumber/messages';
import { describe, expect, it } from 'vitest';
import { cucumberJson } from '../../../server/reports/cucumber-json.ts';
import { runMessages } from '../../../server/runs/messages/run-messages.ts';
import { MACHINE, planned } from '../runs/run-fixture.ts';
import { featureRun } from './feature-run.ts';
import { finishedRun } from './finished-run.ts';
import { KIT, messagesOf, samples } from './kit.ts';

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
    cwd: KIT,
  };
  Reflect.construct(JsonFormatter, [options]);
  for (const message of messages) eventBroadcaster.emit('envelope', message);
  return JSON.parse(text);
}

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/** The reference knows no definition without a line. */
const withLine = ({ stepDefinition, ...envelope }: Envelope): Envelope =>
  stepDefinition === undefined
    ? envelope
    : {
        stepDefinition: {
          ...stepDefinition,
          sourceReference: { ...stepDefinition.sourceReference, location: { line: 1 } },
        },
      };

describe('Cucumber JSON', () => {
  it('the comparison with cucumber-js covers all 46 samples of the compatibility kit', () => {
    expect(samples).toHaveLength(46);
  });

  it.each(samples)('the Cucumber JSON of the sample %s equals that of cucumber-js', sample => {
    const messages = messagesOf(sample);
    expect(plain(cucumberJson(messages))).toEqual(reference(messages));
  });

  it('the Cucumber JSON of a Steploom run equals that of cucumber-js', () => {
    const messages = featureRun().messages.map(withLine);
    expect(plain(cucumberJson(messages))).toEqual(reference(messages));
  });

  it('Cucumber JSON lists tests in the order of the run, even those that never began', () => {
    const left = Array.from({ length: 15 }, (_, index) => planned(`t${index + 1}`, `Test ${index + 1}`));
    const messages = runMessages(finishedRun({ outcome: 'error', items: [], left }), MACHINE);
    const names = cucumberJson(messages).flatMap(({ elements }) => elements.map(({ name }) => name));
    expect(names).toEqual(left.map(({ test }) => test.name));
  });

  it('Cucumber JSON has an element for each example row, with durations in whole nanoseconds', () => {
    const [feature] = cucumberJson(featureRun().messages);
    const rows = feature?.elements.filter(({ keyword }) => keyword === 'Scenario Outline') ?? [];
    expect(rows.map(({ name, line }) => [name, line])).toEqual([
      ['Type cup', 22],
      ['Type ]]>&"<b>\'é', 23],
    ]);
    expect(rows[0]?.steps.map(({ keyword, result }) => [keyword, result.status, result.duration])).toEqual([
      ['Given ', 'passed', 20_000_000],
      ['When ', 'failed', 20_000_000],
    ]);
    expect(feature?.elements[4]?.steps.map(({ result }) => result.status)).toEqual(['passed', 'passed', 'undefined']);
  });
});
