import type { ActionOf } from '../../model/actions/index.ts';
import { readDuration } from '../../model/values/duration.ts';
import { readPointInTime } from '../../model/values/point-in-time.ts';
import { literalText } from '../../model/values/template.ts';
import { type CodeValues, type NameScope, pageIn, quoted } from './code-values.ts';

interface ClockCode {
  values: CodeValues;
  scope: NameScope;
}

/** Playwright's clock begins in 1970 where it is not installed first, and one that was stopped is let go by itself alone. */
export function clockLines(action: ActionOf<'clock'>, { values, scope }: ClockCode): string[] {
  const { needs } = values;
  const { time = '', by = '' } = action;
  const page = pageIn({ scope });
  const was = needs.clocks.get(page);
  const goesOn = was === 'stands' ? [`await ${page}.clock.resume();`] : [];
  const isGoing = was === undefined ? [`await ${page}.clock.install();`] : [];
  const isStopped = action.do === 'pause' || (was === 'stands' && /^(?:run|skip)$/.test(action.do));
  needs.clocks.set(page, isStopped ? 'stands' : 'goes');
  switch (action.do) {
    case 'set':
      return [`await ${page}.clock.install({ time: ${timeCode(time, { values, scope })} });`, ...goesOn];
    case 'hold':
      return [`await ${page}.clock.setFixedTime(${timeCode(time, { values, scope })});`, ...goesOn];
    case 'pause':
      return [`await ${page}.clock.pauseAt(${timeCode(time, { values, scope })});`];
    case 'run':
      return [...isGoing, `await ${page}.clock.runFor(${durationCode(by, { values, scope })});`];
    case 'skip':
      return [...isGoing, `await ${page}.clock.fastForward(${durationCode(by, { values, scope })});`];
    case 'resume':
      return [...isGoing, `await ${page}.clock.resume();`];
  }
}

/** As `new Date` reads it; without a zone, in that of the computer that runs the code. */
function timeCode(template: string, { values, scope }: ClockCode): string {
  const literal = literalText(template);
  if (literal === undefined)
    return `((time: string) => new Date(Number(time) || time))(${values.text(template, scope)})`;
  const time = readPointInTime(literal);
  if (time?.kind === 'local') return quoted(time.local.replace(/\.000$/, ''));
  const written = literal.trim().replace(' ', 'T');
  return /^-?\d+$/.test(written) ? written : quoted(written);
}

function durationCode(template: string, { values, scope }: ClockCode): string {
  const literal = literalText(template);
  if (literal !== undefined) return String(readDuration(literal) ?? 0);
  values.needs.notes.add('A duration of the clock that is computed counts as milliseconds there.');
  return values.number(template, scope);
}
