import fc from 'fast-check';
import { ACTION_FIELDS, ACTION_KINDS, ACTION_TYPES, type ActionType } from '../../../model/actions/index.ts';

/** Values that actions are often given, right ones and nearly right ones, whatever the field. */
const LIKELY: readonly fc.JsonValue[] = [
  '#save',
  "getByRole('button', { name: 'Save' })",
  "getByRole('button'",
  "frameLocator('iframe').getByText(/^a+$/i)",
  '/basket',
  'https://shop.test/?q={{ env.QUERY }}',
  'javascript:alert(1)',
  'Enter',
  'Ctrl+A',
  '/^Ord(er/',
  '{{ total * 2 }}',
  '{{ total * }}',
  'total > 3',
  'secret.password',
  'visible',
  'url',
  'time',
  'toHaveText',
  'toHaveCount',
  'toPassScript',
  'text',
  'script',
  'price',
  '1st',
  'return document.title',
  'let a = ;',
  't1',
  't2',
  'm1.t2',
  't9',
  'stop',
  'customer',
  '',
  ' ',
  'two\nlines',
  '\ud800',
  0,
  1,
  -1,
  2.5,
  300,
  1e21,
  true,
  false,
  null,
  [],
  ['Red', 'Green'],
  ['Shift', 'Alt'],
  ['Shift', 'Fn'],
  [{ user: 'ann', age: 3 }],
  [{ 'no name': 1 }],
  [{ user: ['ann'] }],
  {},
  { x: 1, y: 2 },
  { x: 1 },
  { x: 1, y: 2, z: 3 },
  { user: 'ann', count: 3 },
  { user: null },
];

const value: fc.Arbitrary<fc.JsonValue> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...LIKELY) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

const COMMON = {
  comment: fc.oneof(fc.string({ unit: 'grapheme' }), value),
  disabled: fc.oneof(fc.boolean(), value),
  timeoutMs: fc.oneof(fc.integer({ min: 1, max: 3_600_000 }), value),
  fallbacks: fc.oneof(
    fc.constantFrom<fc.JsonValue[]>(
      ['#store'],
      ["getByTestId('save')", '#save'],
      ['#save', '#save'],
      ["getByRole('button'"],
    ),
    value,
  ),
  onFailure: fc.oneof(fc.constantFrom('stop', 'continue'), value),
};

/** Names that calls have besides those of the action itself; a fresh one never repeats an earlier call. */
const AROUND = {
  actionIndex: fc.oneof(fc.constantFrom(0, 1, 10_000), value),
  versionId: fc.oneof(fc.constantFrom('main', 'gone'), value),
  projectId: fc.oneof(fc.constant('shop'), value),
  ifRevision: value,
  idempotencyKey: value.filter(key => typeof key !== 'string'),
};

/** Fields of one kind, mostly those that it must have. */
function ofKind(type: ActionType): fc.Arbitrary<object> {
  const { fieldNames, isRequired } = ACTION_KINDS[type];
  const fields = fieldNames.map(name => {
    const given = SUITABLE[name] === undefined ? value : fc.oneof(fc.constantFrom(...SUITABLE[name]), value);
    return [
      name,
      isRequired(name) ? fc.option(given, { freq: 12, nil: undefined }) : fc.option(given, { nil: undefined }),
    ];
  });
  return fc.record({ type: fc.constant(type), ...Object.fromEntries(fields) });
}

/** Values that fit a field, so that a good part of what comes in can be stored. */
const SUITABLE: Readonly<Record<string, readonly fc.JsonValue[]>> = {
  locator: ['#save', "getByRole('button', { name: 'Save' })", 'a >> nth=1'],
  target: ['#bin', "getByRole('list')"],
  url: ['/basket', 'https://shop.test/'],
  value: ['ann', 7, '{{ total }}'],
  key: ['Enter', 'Control+A'],
  values: [['Red'], 'Red', 7, ['Red', 7]],
  files: [['a.txt'], 'photos/cat.png', ['a.txt', '../b.txt']],
  modifiers: [['Shift']],
  position: [{ x: 1, y: 2.5 }],
  x: [1, -20],
  y: [0.5, 300],
  until: ['visible', 'idle', 'time', 'url'],
  matcher: ['toBeVisible', 'toHaveText', 'toHaveTitle', 'toHaveCount', 'toMatchAriaSnapshot', 'toHaveScreenshot'],
  expected: ['Saved', 3, '/^a/i', '- button "Save"'],
  attribute: ['href'],
  not: [true],
  from: ['text', 'title', 'attribute', 'script'],
  into: ['price'],
  code: ['return 1'],
  pattern: ['\\d+'],
  test: ['t2', 'm1.t2', 't1', 't9'],
  parameters: [{ user: 'ann', count: 3 }],
  repeat: [2],
  title: ['Sign in'],
  condition: ['total > 3'],
  rows: [[{ user: 'ann', age: 3, isNew: true }]],
  times: [3, '{{ total }}'],
  while: ['total < 3'],
  tab: ['Basket', 1, '*/basket'],
  method: ['GET', 'POST', 'get'],
  headers: [{ Accept: 'text/plain', 'X-Count': 3 }, { 'no name': 'x' }],
  body: ['{"user":"{{ user }}"}', { user: 'ann' }, ['a'], 7],
  status: [404, '{{ total }}', '99'],
  file: ['answers/orders.json', '../b.txt'],
  change: ['body', 'body.items['],
  abort: ['failed', 'timedout'],
  delayMs: [300],
  expectStatus: [201, '2xx', '200, 404', '99'],
  expectBody: ['total > 3', 'status = 200'],
  expectText: ['Total * EUR', 3],
  expectFile: ['sizeBytes > 3', 'pages ='],
  repeatUntil: ['status = 200', 'total ='],
  everyMs: [100, 0],
  count: [2, 0],
  maxMs: [300],
  expression: ['response.body.total > 3'],
  name: ['basket', 'report-*.csv'],
  fullPage: [true],
  accept: [true, false],
  text: ['Why', ''],
};

/** Other words for the test, and places that are not there. */
const ELSEWHERE = [
  { moduleCode: 'm1', testCode: 'm1.t1' },
  { moduleCode: 'm1', testCode: 't9' },
  { moduleCode: 'm2', testCode: 't1' },
  { moduleCode: 'm1', testCode: 'm2.t1' },
  { moduleCode: 'm1' },
];

const name = fc.oneof(
  fc.constantFrom(...ACTION_FIELDS.keys(), 'locater', 'actionId', 'toString', 'a.b[0]', ''),
  fc.string(),
);
const some = (fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([key, each]) => [key, fc.option(each, { freq: 2, nil: undefined })]),
    ),
  );

/** Arguments of createAction: near what is right, with anything in any place, or anything at all. */
export const actionInput: fc.Arbitrary<unknown> = fc
  .oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(
          fc.oneof(
            { weight: 12, arbitrary: fc.constant({ moduleCode: 'm1', testCode: 't1' }) },
            { weight: 1, arbitrary: fc.constantFrom(...ELSEWHERE) },
          ),
          fc.constantFrom(...ACTION_TYPES).chain(ofKind),
          fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: some(COMMON) }),
          fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: some(AROUND) }),
          fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, fc.dictionary(name, value, { maxKeys: 2 })),
        )
        .map(parts => Object.assign({}, ...parts)),
    },
    { weight: 1, arbitrary: fc.dictionary(fc.oneof(fc.constantFrom('type', 'moduleCode', 'testCode'), name), value) },
    { weight: 1, arbitrary: fc.jsonValue() },
  )
  // What goes over the wire: no `undefined`, no -0.
  .map(input => JSON.parse(JSON.stringify(input)));
