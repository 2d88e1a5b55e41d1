/** JSON Schemas of tool arguments for listings, made from the zod schemas that check them. */
import { z } from 'zod';
import { isRecord } from '../../../model/values/json-value.ts';
import { SHARED_FIELD_NAMES, type Tool } from './define-tool.ts';

/** JSON Schemas as data: walking them, and saying the same in fewer words. Pure. */

type JsonObject = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): JsonObject => (isRecord(value) ? value : {});

const NAMED_SCHEMAS = 'properties';
const SCHEMA_LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE_SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);

/** Applies `change` to a schema and all schemas in it, the innermost first; names of properties are no keywords. */
function mapSchema(schema: unknown, change: (schema: JsonObject) => JsonObject): unknown {
  if (!isRecord(schema)) return schema;
  const inner = Object.entries(schema).map(([keyword, value]) => [keyword, mapKeyword(keyword, value, change)]);
  return change(Object.fromEntries(inner));
}

function mapKeyword(keyword: string, value: unknown, change: (schema: JsonObject) => JsonObject): unknown {
  if (SINGLE_SCHEMAS.has(keyword)) return mapSchema(value, change);
  if (SCHEMA_LISTS.has(keyword) && Array.isArray(value)) return value.map(item => mapSchema(item, change));
  if (keyword !== NAMED_SCHEMAS) return value;
  return Object.fromEntries(Object.entries(objectOf(value)).map(([name, item]) => [name, mapSchema(item, change)]));
}

/** Keywords that are left out: the server checks them anyway and says what is wrong. */
const FINE_PRINT: ReadonlySet<string> = new Set([
  ...['pattern', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'propertyNames'],
]);

/** The types of a choice between bare types, each once; undefined for any other choice. */
function bareTypes(choices: unknown): string[] | undefined {
  if (!Array.isArray(choices)) return undefined;
  const types = choices.flatMap(choice =>
    isRecord(choice) && typeof choice.type === 'string' && Object.keys(choice).length === 1 ? [choice.type] : [],
  );
  return types.length === choices.length ? [...new Set(types)] : undefined;
}

/** Keywords of what an object holds, which the short form leaves to its description. */
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
const briefSchema = (schema: unknown): unknown => mapSchema(schema, inFewWords);

type InputSchema = JsonObject & { type: 'object'; properties: JsonObject };

/** A tool as MCP describes it to callers. */
export interface ListedTool {
  name: string;
  /** Left out where the name says the same and room is scarce. */
  title?: string;
  description: string;
  inputSchema: InputSchema;
  annotations: Partial<Tool['annotations']>;
}

export const describeWhole = (tool: Tool): ListedTool => ({
  name: tool.name,
  title: tool.title,
  description: tool.summary,
  inputSchema: wholeInputSchema(tool),
  annotations: tool.annotations,
});

/** The many fields of an action would fill a short listing. */
const BRIEF_ACTION_FIELDS: ReadonlySet<string> = new Set([
  ...['type', 'moduleCode', 'testCode', 'actionIndex', 'actionId'],
  ...['locator', 'value', 'url', 'matcher', 'expected'],
]);
/** Fields that many tools share, and that make all the difference to one. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = { getPageElements: ['filter'] };
const ACTION_TOOLS: ReadonlySet<string> = new Set(['createAction', 'editAction']);

/** zod names its draft, and writes the bounds of every whole number that has none. */
const isNoise = (keyword: string, value: unknown): boolean =>
  keyword === '$schema' || value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;

const withoutNoise = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value)));

/** The arguments of a tool as a flat object schema. */
export function wholeInputSchema({ input }: Pick<Tool, 'input'>): InputSchema {
  const schema = objectOf(mapSchema(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), withoutNoise));
  return { ...schema, type: 'object', properties: objectOf(schema.properties) };
}

/** A field as another tool described it already. */
function withoutWords(schema: unknown): JsonObject {
  const { description: _words, enum: _choices, ...rest } = objectOf(schema);
  return rest;
}

/** Choices that the description names, each with what it means, are not named again. */
function withoutRepeated(schema: JsonObject): JsonObject {
  const { enum: choices, ...rest } = schema;
  const { description } = schema;
  const isRepeated =
    Array.isArray(choices) && choices.length > 10 && choices.every(choice => String(description).includes(choice));
  return isRepeated ? rest : schema;
}

type ListableTool = Pick<Tool, 'name' | 'input'>;

/**
 * The arguments that matter most, for a listing that a caller reads whole: without the parameters that many tools share,
 * most fields of actions, the members of objects and the fine print. The server takes and checks all of them.
 * What `creator`, the create tool of an edit tool, says of a field is not repeated.
 */
export function briefInputSchema(tool: ListableTool, creator?: ListableTool): InputSchema {
  const { properties, required } = wholeInputSchema(tool);
  const described = creator === undefined ? {} : briefInputSchema(creator).properties;
  const isListed = (name: string) =>
    (!SHARED_FIELD_NAMES.has(name) || OWN_FIELDS[tool.name]?.includes(name)) &&
    (!ACTION_TOOLS.has(tool.name) || BRIEF_ACTION_FIELDS.has(name));
  const listed = Object.entries(properties).filter(([name]) => isListed(name));
  const needed = Array.isArray(required) ? required.filter(name => typeof name === 'string' && isListed(name)) : [];
  const brief = listed.map(([name, whole]): [string, JsonObject] => {
    const schema = withoutRepeated(objectOf(briefSchema(whole)));
    const isRepeated = schema.description !== undefined && schema.description === objectOf(described[name]).description;
    return [name, isRepeated ? withoutWords(schema) : schema];
  });
  return {
    type: 'object',
    properties: Object.fromEntries(brief),
    required: needed.length > 0 ? needed : undefined,
  };
}
