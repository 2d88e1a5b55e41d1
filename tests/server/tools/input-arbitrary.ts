import fc from 'fast-check';
import { z } from 'zod';
import type { Tool } from '../../../server/tools/define/define-tool.ts';
import { wholeInputSchema } from '../../../server/tools/define/tool-schema.ts';

/** Texts that mean something to one tool or another, and some that trouble programs. */
const LIKELY_TEXTS = [
  ...['m1', 'm2', 't1', 'm1.t1', 't2', 't9', 'a1', 'a2', 'e1', 'r1', 'b1', 'main', 'next', 'shop', 'live', 'ann'],
  ...[
    '#save',
    "getByRole('button', { name: 'Save' })",
    "getByRole('button'",
    '/^a+$/i',
    '/basket',
    'http://127.0.0.1:9/',
  ],
  ...['{{secret.password}}', '{{ total * }}', 'total > 3', 'toHaveText', 'click', 'files/a.txt', '../../etc/passwd'],
  ...[
    '',
    ' ',
    '\0',
    '\ud800',
    '\u202e',
    'two\nlines',
    'x'.repeat(3_000),
    '__proto__',
    'constructor',
    'toString',
    'NaN',
  ],
];
const LIKELY_NUMBERS = [0, 1, -1, 2, 25, 0.5, 1e21, Number.MAX_SAFE_INTEGER, -Number.MAX_VALUE];

const Schema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  additionalProperties: z.unknown().optional(),
  required: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
});
type Schema = z.infer<typeof Schema>;

const text: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...LIKELY_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

function number({ minimum = -10, maximum = 1_000, type }: Schema): fc.Arbitrary<unknown> {
  const within =
    type === 'integer'
      ? fc.integer({ min: Math.ceil(Math.max(minimum, -1e9)), max: Math.floor(Math.min(maximum, 1e9)) })
      : fc.double({ min: minimum, max: maximum, noNaN: true });
  return fc.oneof({ weight: 4, arbitrary: within }, { weight: 1, arbitrary: fc.constantFrom(...LIKELY_NUMBERS) });
}

function record({ properties = {}, additionalProperties, required = [] }: Schema): fc.Arbitrary<unknown> {
  const parts = Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, likely(schema)]));
  const known = fc.record(parts, { requiredKeys: required.filter(name => name in parts) });
  if (additionalProperties === undefined || additionalProperties === false) return known;
  return fc.dictionary(
    fc.constantFrom('a', 'user', 'Accept', 'X-Key', '', 'no name', '\ud800'),
    likely(additionalProperties),
    {
      maxKeys: 3,
    },
  );
}

function rightValue(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  const forms = schema.anyOf ?? schema.oneOf;
  if (forms !== undefined) return fc.oneof(...forms.map(likely));
  if (Array.isArray(schema.type)) return fc.oneof(...schema.type.map(type => likely({ ...schema, type })));
  switch (schema.type) {
    case 'string':
      return text;
    case 'number':
    case 'integer':
      return number(schema);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array(likely(schema.items ?? {}), { maxLength: 4 });
    case 'object':
      return record(schema);
    default:
      return fc.oneof(text, fc.jsonValue({ maxDepth: 3 }));
  }
}

/** Mostly what a JSON schema asks for, now and then anything. */
function likely(schema: unknown): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 12, arbitrary: rightValue(Schema.parse(schema)) },
    { weight: 1, arbitrary: fc.oneof(text, fc.jsonValue({ maxDepth: 3 }), fc.constantFrom(...LIKELY_NUMBERS)) },
  );
}

/** What a caller may take for the arguments of a tool. */
export function toolInput(tool: Tool): fc.Arbitrary<unknown> {
  const schema = Schema.parse(wholeInputSchema(tool));
  const { projectId: _projectId, ...properties } = schema.properties ?? {};
  const fields = record({ ...schema, properties });
  const example = fc.constantFrom(...tool.examples);
  const mixed = fc.tuple(example, fields).map(([given, found]) => Object.assign({}, found, given));
  const spoilt = fc
    .tuple(example, fc.constantFrom(...Object.keys(properties), 'nope'), fc.jsonValue({ maxDepth: 2 }))
    .map(([given, name, value]) => ({ ...given, [name]: value }));
  const elsewhere = fields.map(found => Object.assign({ projectId: 'elsewhere' }, found));
  return fc.oneof(
    { weight: 8, arbitrary: fields },
    { weight: 3, arbitrary: mixed },
    { weight: 3, arbitrary: spoilt },
    { weight: 1, arbitrary: example },
    { weight: 1, arbitrary: elsewhere },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}
