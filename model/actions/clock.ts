import { z } from 'zod';
import { TextValue } from '../names/codes.ts';
import { durationFault } from '../values/duration.ts';
import { pointInTimeFault } from '../values/point-in-time.ts';
import { defineActionKind } from './define-action-kind.ts';
import { type FieldFault, literalFault } from './field-fault.ts';
import { MEANINGS } from './fields.ts';
import { fieldPart, type Sentence, say } from './sentence.ts';

const CHANGES = ['set', 'hold', 'pause', 'run', 'skip', 'resume'] as const;
type ClockChange = (typeof CHANGES)[number];

const NEEDS: Readonly<Record<ClockChange, 'time' | 'by' | undefined>> = {
  set: 'time',
  hold: 'time',
  pause: 'time',
  run: 'by',
  skip: 'by',
  resume: undefined,
};

const fieldFor = (change: unknown): 'time' | 'by' | undefined =>
  CHANGES.flatMap(each => (each === change ? (NEEDS[each] ?? []) : []))[0];

/**
 * Sets the clock that the scripts of all pages of the window have: Date, timers, animation frames and performance. What
 * the browser itself does keeps the real time: CSS animations, the expiry of cookies, the network; so do workers.
 */
export const clock = defineActionKind({
  type: 'clock',
  label: 'Set the clock',
  alsoCalled: ['time', 'date', 'timer', 'freeze', 'now'],
  isSpecial: true,
  fields: {
    do: z
      .enum(CHANGES)
      .describe('What is done to the clock')
      .register(MEANINGS, {
        choices: {
          set: 'set it, and let it go on',
          hold: 'hold the date, while timers run',
          pause: 'stop it, with all timers',
          run: 'run on, with each timer',
          skip: 'skip a time at once',
          resume: 'let it go on',
        },
      }),
    time: TextValue.describe(
      'e.g. 2030-12-31 09:30, in the time zone of the page; 2030-12-31T09:30:00Z; or milliseconds since 1970',
    ).optional(),
    by: TextValue.describe('e.g. 5 min, 1 h 30 min, 02:30 (minutes and seconds) or 1500 (ms)').optional(),
  },
  title: action => titleOf(action.do, fieldPart('time', action.time ?? ''), fieldPart('by', action.by ?? '')),
  uses: given => {
    const asked = fieldFor(given.do);
    return { asks: asked === undefined ? [] : [asked], without: ['time', 'by'].filter(name => name !== asked) };
  },
  fault: ({ do: change, time, by }) =>
    neededFault(change, { time, by }) ??
    literalFault('time', time, pointInTimeFault) ??
    literalFault('by', by, durationFault),
});

function titleOf(change: ClockChange, time: Sentence[number], by: Sentence[number]): Sentence {
  switch (change) {
    case 'set':
      return say`Set the clock to ${time}`;
    case 'hold':
      return say`Hold the date at ${time}, while timers run`;
    case 'pause':
      return say`Stop the clock at ${time}`;
    case 'run':
      return say`Let the clock run on by ${by}`;
    case 'skip':
      return say`Have the clock skip ${by}`;
    case 'resume':
      return say`Let the clock go on`;
  }
}

function neededFault(
  change: ClockChange,
  given: Readonly<Record<'time' | 'by', string | undefined>>,
): FieldFault | undefined {
  const needed = NEEDS[change];
  if (needed !== undefined && given[needed] === undefined)
    return { field: needed, message: `clock "${change}" needs ${needed === 'time' ? 'a "time"' : '"by", how long'}` };
  const needless = (['time', 'by'] as const).find(name => name !== needed && given[name] !== undefined);
  return needless && { field: needless, message: `clock "${change}" takes no "${needless}"` };
}
