/** The registry: one line for each verb that asks. */
import type { AskingVerb } from '../do-session.ts';
import { consoleLog } from './console.ts';
import { helpOf } from './help.ts';
import { history, keep, undo } from './kept.ts';
import { requests } from './requests.ts';
import { fix, run } from './run.ts';
import { save } from './save.ts';
import { shot } from './shot.ts';
import { snapshot } from './snapshot.ts';
import { tabs } from './tabs.ts';
import { text } from './text.ts';
import { close, role } from './window.ts';

const ASKING: readonly AskingVerb[] = [
  snapshot,
  text,
  shot,
  consoleLog,
  requests,
  tabs,
  role,
  keep,
  history,
  undo,
  save,
  run,
  fix,
  close,
];

export const QUESTIONS: readonly AskingVerb[] = [...ASKING, helpOf(ASKING)];

const BY_NAME = new Map(
  QUESTIONS.flatMap(each => [each.name, ...(each.also ?? [])].map(name => [name, each] as const)),
);

export const questionOf = (name: string | undefined): AskingVerb | undefined => BY_NAME.get(name ?? '');
