/** JSON Schemas as data: walking them, and saying the same in fewer words. Pure. */

export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

const NAMED_SCHEMAS = 'properties';
const SCHEMA_LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE_SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);

/** Applies `change` to a schema and all schemas in it, the innermost first; names of properties are no keywords. */
export function mapSchema(schema: unknown, change: (schema: JsonObject) => JsonObject): unknown {
  if (!isObject(schema)) return schema;
  const inner = Object.entries(schema).map(([keyword, value]) => [keyword, mapKeyword(keyword, value, change)]);
  return change(Object.fromEntries(inner));
}

function mapKeyword(keyword: string, value: unknown, change: (schema: JsonObject) => JsonObject): unknown {
  if (SINGLE_SCHEMAS.has(keyword)) return mapSchema(value, change);
  if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) return value.map(item => mapSchema(item, change));
  if (keyword !== NAMED_SCHEMAS) return value;
  return Object.fromEntries(Object.entries(objectOf(value)).map(([name, item]) => [name, mapSchema(item, change)]));
}

/** What the server checks anyway, and says when it is wrong. */
const FINE_PRINT: ReadonlySet<string> = new Set([
  ...['pattern', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'propertyNames'],
]);

/** The types of a choice between bare types, each once; undefined for any other choice. */
function bareTypes(choices: unknown): string[] | undefined {
  if (!Array.isArray(choices)) return undefined;
  const types = choices.flatMap(choice =>
    isObject(choice) && typeof choice.type === 'string' && Object.keys(choice).length === 1 ? [choice.type] : [],
  );
  return types.length === choices.length ? [...new Set(types)] : undefined;
}

/** What an object holds, which the short form leaves to its description. */
const MEMBERS: ReadonlySet<string> = new Set(['properties', 'required', 'additionalProperties']);

function inFewWords(schema: JsonObject): JsonObject {
  const isLeftOut = (keyword: string) => FINE_PRINT.has(keyword) || (schema.type === 'object' && MEMBERS.has(keyword));
  const { anyOf, ...rest } = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isLeftOut(keyword)));
  const types = bareTypes(anyOf);
  if (types !== undefined) return { ...rest, type: types.length === 1 ? types[0] : types };
  const only = orNull(anyOf);
  if (only !== undefined) return { ...only, ...rest, type: [only.type, 'null'] };
  return anyOf === undefined ? rest : { ...rest, anyOf };
}

/** The one thing that a value is, where it may be null instead; undefined for any other choice. */
function orNull(choices: unknown): JsonObject | undefined {
  if (!Array.isArray(choices) || choices.length !== 2) return undefined;
  const [first, second] = choices.map(objectOf);
  return second?.type === 'null' && typeof first?.type === 'string' ? first : undefined;
}

/** The schema of one argument by its type, choices and description; a choice between bare types is a list of types. */
export const briefSchema = (schema: unknown): unknown => mapSchema(schema, inFewWords);
