import type { ActionOf } from '../../model/actions/index.ts';
import { readJsonTemplate } from '../../model/values/json-template.ts';
import { conditionSource } from '../../model/values/referenced-names.ts';
import { type CodeValues, type NameScope, pageIn, quoted } from './code-values.ts';

interface MockCodePlace {
  values: CodeValues;
  scope: NameScope;
}

type MockAction = ActionOf<'mock'>;

/** `page.context().route(…)`: tabs and frames to come are included, as with ours. */
function mockLines(action: MockAction, place: MockCodePlace): string[] {
  const { values, scope } = place;
  const { method, delayMs, times } = action;
  const steps = [
    ...(method === undefined ? [] : [`if (route.request().method() !== ${quoted(method)}) return route.fallback();`]),
    ...(delayMs === undefined ? [] : [`await new Promise(resolve => setTimeout(resolve, ${delayMs}));`]),
    ...answerSteps(action, place),
  ];
  const end = times === undefined ? '});' : `}, { times: ${values.number(times, scope)} });`;
  return [
    `await ${pageIn(place)}.context().route(${values.pattern(action.url, scope)}, async route => {`,
    ...steps.map(line => `  ${line}`),
    end,
  ];
}

function answerSteps(action: MockAction, place: MockCodePlace): string[] {
  const { abort, change, status, headers, body, file } = action;
  if (abort !== undefined) return [`await route.abort(${quoted(abort)});`];
  if (change !== undefined) return changeSteps(change, action, place);
  if ([status, headers, body, file].every(field => field === undefined)) return ['await route.continue();'];
  const { values, scope } = place;
  const isJson = body !== undefined && readJsonTemplate(body) !== undefined;
  return [
    `await route.fulfill(${listed({
      status: statusCode(action, place),
      contentType: isJson && !namesType(action) ? quoted('application/json') : undefined,
      headers: headerCode(action, place),
      body: body === undefined ? undefined : values.text(body, scope),
      path: file === undefined ? undefined : values.text(`files/${file}`, scope),
    })});`,
  ];
}

function changeSteps(expression: string, action: MockAction, place: MockCodePlace): string[] {
  place.values.needs.compute = true;
  const { timeoutMs } = action;
  const limit = timeoutMs === undefined ? '' : `{ timeout: ${timeoutMs} }`;
  const request =
    '{ method: route.request().method(), url: route.request().url(), headers: route.request().headers() }';
  const names = `{ body: await response.json(), status: response.status(), headers: response.headers(), request: ${request} }`;
  const headers = headerCode(action, place);
  const answer = listed({
    response: 'response',
    status: statusCode(action, place),
    headers: headers === undefined ? undefined : `{ ...response.headers(), ...${headers} }`,
    json: `await compute(${quoted(conditionSource(expression))}, ${names})`,
  });
  return [`const response = await route.fetch(${limit});`, `await route.fulfill(${answer});`];
}

const statusCode = ({ status }: MockAction, { values, scope }: MockCodePlace): string | undefined =>
  status === undefined ? undefined : values.number(status, scope);

const namesType = ({ headers = {} }: MockAction): boolean =>
  Object.keys(headers).some(name => name.toLowerCase() === 'content-type');

function headerCode({ headers }: MockAction, { values, scope }: MockCodePlace): string | undefined {
  if (headers === undefined) return undefined;
  const pairs = Object.entries(headers).map(([name, value]) => `${quoted(name)}: ${values.text(value, scope)}`);
  return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
}

function listed(parts: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parts).flatMap(([name, code]) =>
    code === undefined ? [] : [code === name ? name : `${name}: ${code}`],
  );
  return `{ ${given.join(', ')} }`;
}

/** A recording is written when the context closes, not when the test ends. */
function harLines({ file, url, notFound, update }: ActionOf<'replayHar'>, { values, scope }: MockCodePlace): string[] {
  const page = pageIn({ scope });
  const settings = listed({
    url: url === undefined ? undefined : values.pattern(url, scope),
    notFound: notFound === undefined ? undefined : quoted(notFound),
    update: update === true ? 'true' : undefined,
  });
  const path = values.text(`files/${file}`, scope);
  return [`await ${page}.context().routeFromHAR(${settings === '{  }' ? path : `${path}, ${settings}`});`];
}

/** Writers of the kinds about mocked requests, by their names. */
export const MOCK_WRITERS = {
  mock: mockLines,
  replayHar: harLines,
  stopMocking: ({ url }: ActionOf<'stopMocking'>, { values, scope }: MockCodePlace): string[] => [
    url === undefined
      ? `await ${pageIn({ scope })}.context().unrouteAll();`
      : `await ${pageIn({ scope })}.context().unroute(${values.pattern(url, scope)});`,
  ],
};
