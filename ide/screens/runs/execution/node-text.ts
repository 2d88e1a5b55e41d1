/** A part of a run in plain text: for an issue, a chat or an agent. */

import { callText } from '../../../../model/run/call-record.ts';
import { requestEnd } from '../../../../model/run/failed-request.ts';
import { pathTo, type RunNode } from '../run-nodes.ts';
import type { ShownFailure, ShownRun } from '../run-reply.ts';

const KINDS = { scenario: 'Scenario', test: 'Test', step: 'Step', hook: 'Test', action: 'Action' };

export function textOf(run: Pick<ShownRun, 'runId' | 'title'>, nodes: readonly RunNode[], key: string): string {
  const path = pathTo(nodes, key);
  const lines = path.map(
    ({ kind, lead, title, state }) => `${KINDS[kind]}: ${[lead, title].join(' ').trim()} (${state})`,
  );
  const call = path.at(-1)?.action?.call;
  const error = path.at(-1)?.error ?? path.findLast(node => node.error !== undefined)?.error;
  return [
    `Run ${run.runId}: ${run.title}`,
    ...lines,
    ...(error === undefined ? [] : ['', ...failureLines(error)]),
    ...(call === undefined ? [] : ['', callText(call)]),
  ].join('\n');
}

function failureLines({ message, expected, actual, ...more }: ShownFailure): string[] {
  const { candidates = [], log = [], failedRequests = [], consoleErrors = [] } = more;
  return [
    message,
    ...(expected === undefined ? [] : [`Expected: ${expected}`]),
    ...(actual === undefined ? [] : [`Actual: ${actual}`]),
    ...section('Nearest elements', candidates),
    ...section('Log', log),
    ...section('Failed requests', failedRequests.map(requestText)),
    ...section('Console errors', consoleErrors),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map(line => `  ${line}`)];

export const requestText = ({ method, url, ...end }: NonNullable<ShownFailure['failedRequests']>[number]): string =>
  `${method} ${url} ${requestEnd(end)}`;
