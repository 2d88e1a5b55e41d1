/** Calls of an interface, and documents whose status is checked. */
import type { ActionOf } from '../../model/actions/index.ts';
import {
  type CodeContext,
  type CodeLines,
  call,
  indented,
  limit,
  options,
  statusCheck,
  text,
  variable,
} from './code-parts.ts';
import { pageIn, quoted } from './code-values.ts';

/** As long as the action itself pauses between calls that are repeated. */
const PAUSES = '[500, 750, 1_125, 1_688, 2_000]';

export function requesting(action: ActionOf<'request'>, context: CodeContext): CodeLines {
  const { expectStatus, expectBody, repeatUntil, everyMs, into } = action;
  const answer = context.unique('response');
  const status = `${answer}.status()`;
  const asked = [
    `const ${answer} = await ${fetching(action, context)};`,
    expectStatus === undefined
      ? `expect(${answer}.ok() || ${status} < 400).toBe(true);`
      : statusCheck(expectStatus, status, context),
  ];
  if (into === undefined && expectBody === undefined && repeatUntil === undefined) return asked;
  const content = `/json/.test(${answer}.headers()['content-type'] ?? '') ? await ${answer}.json() : await ${answer}.text()`;
  const kept = into === undefined ? context.unique('answer') : variable(into, context);
  const value = `${kept} = { status: ${status}, headers: ${answer}.headers(), body: ${content} };`;
  const names = `{ ...${kept}, ...(typeof ${kept}.body === 'object' ? ${kept}.body : {}) }`;
  const holds = (condition: string) => `expect(${context.values.compute(condition, names)}).toBeTruthy();`;
  const checked = expectBody === undefined ? [] : [holds(expectBody)];
  if (repeatUntil === undefined) return [...asked, `${into === undefined ? 'const ' : ''}${value}`, ...checked];
  const times = { timeout: limit(action) ?? '10_000', intervals: everyMs === undefined ? PAUSES : `[${everyMs}]` };
  return [
    ...(into === undefined ? [`let ${kept}: any;`] : []),
    'await expect(async () => {',
    ...indented([...asked, value, holds(repeatUntil)]),
    `}).toPass(${options(times)});`,
    ...checked,
  ];
}

function fetching(action: ActionOf<'request'>, context: CodeContext): string {
  const { method, url, headers = {}, body } = action;
  const pairs = Object.entries(headers).map(([name, value]) => `${quoted(name)}: ${text(value, context)}`);
  const settings = options({
    method: quoted(method),
    headers: pairs.length === 0 ? undefined : `{ ${pairs.join(', ')} }`,
    data: body === undefined ? undefined : text(body, context),
    timeout: limit(action),
  });
  return `${pageIn(context)}.request.fetch(${text(url, context)}, ${settings})`;
}

export const visiting = (action: ActionOf<'visit'>, context: CodeContext): CodeLines =>
  loading(
    call(`${pageIn(context)}.goto`, text(action.url, context), options({ timeout: limit(action) })),
    action,
    context,
  );

export const reloading = (action: ActionOf<'reload'>, context: CodeContext): CodeLines =>
  loading(call(`${pageIn(context)}.reload`, options({ timeout: limit(action) })), action, context);

function loading(code: string, { expectStatus }: ActionOf<'visit' | 'reload'>, context: CodeContext): CodeLines {
  if (expectStatus === undefined) return [`await ${code};`];
  return [statusCheck(expectStatus, `(await ${code})?.status()`, context)];
}
