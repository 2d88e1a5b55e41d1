/** JSON Schemas of tool arguments for listings, made from the zod schemas that check them. */
import { z } from 'zod';
import { isRecord } from '../../../model/values/json-value.ts';
import { SHARED_FIELD_NAMES, type Tool } from './define-tool.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): JsonObject => (isRecord(value) ? value : {});

const NAMED_SCHEMAS = 'properties';
const SCHEMA_LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const SINGLE_SCHEMAS: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);

/** Applies `change` from the innermost schema outwards; names of properties are not keywords. */
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

/** Left out of the short form: the server checks these and says what is wrong. */
const FINE_PRINT: ReadonlySet<string> = new Set([
  ...['pattern', 'format', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum', 'propertyNames'],
]);

/** The types of a union of bare types, without duplicates; undefined for any other union. */
function bareTypes(choices: unknown): string[] | undefined {
  if (!Array.isArray(choices)) return undefined;
  const types = choices.flatMap(choice =>
    isRecord(choice) && typeof choice.type === 'string' && Object.keys(choice).length === 1 ? [choice.type] : [],
  );
  return types.length === choices.length ? [...new Set(types)] : undefined;
}

/** Left out of the short form: the description says what an object holds. */
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

/** The schema of a nullable value without the null; undefined for any other union. */
function orNull(choices: unknown): JsonObject | undefined {
  if (!Array.isArray(choices) || choices.length !== 2) return undefined;
  const [first, second] = choices.map(objectOf);
  return second?.type === 'null' && typeof first?.type === 'string' ? first : undefined;
}

const briefSchema = (schema: unknown): unknown => mapSchema(schema, inFewWords);

type InputSchema = JsonObject & { type: 'object'; properties: JsonObject };

export interface ListedTool {
  name: string;
  title: string;
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

/** All fields of an action would fill a short listing. */
const BRIEF_ACTION_FIELDS: ReadonlySet<string> = new Set([
  ...['type', 'moduleCode', 'testCode', 'actionIndex', 'actionId'],
  ...['locator', 'value', 'url', 'matcher', 'expected'],
]);
/** Shared fields that are essential to one tool. */
const OWN_FIELDS: Readonly<Record<string, readonly string[]>> = { getPageElements: ['filter'] };
/** Seldom needed, so only the whole schema has them, which findTools gives. */
const FINE_FIELDS: Readonly<Record<string, readonly string[]>> = {
  runTest: ['updateScreenshots', 'breakpoints'],
  getPageElements: ['boxes', 'locators'],
  getScreenshot: ['format', 'maxWidth'],
  getConsoleLog: ['since'],
  createTest: ['app'],
  editTest: ['app'],
  pauseTest: ['wait'],
  setBreakpoint: ['enabled'],
  navigateUrl: ['timeoutMs'],
  refreshPage: ['timeoutMs'],
  waitForPageReady: ['timeoutMs'],
  configureAuth: ['reuseMinutes'],
};
const ACTION_TOOLS: ReadonlySet<string> = new Set(['createAction', 'editAction']);

/** zod names its draft, and writes the bounds of every whole number that has none. */
const isNoise = (keyword: string, value: unknown): boolean =>
  keyword === '$schema' || value === Number.MAX_SAFE_INTEGER || value === Number.MIN_SAFE_INTEGER;

const withoutNoise = (schema: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([keyword, value]) => !isNoise(keyword, value)));

export function wholeInputSchema({ input }: Pick<Tool, 'input'>): InputSchema {
  const schema = objectOf(mapSchema(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }), withoutNoise));
  return { ...schema, type: 'object', properties: objectOf(schema.properties) };
}

function withoutWords(schema: unknown): JsonObject {
  const { description: _words, enum: _choices, ...rest } = objectOf(schema);
  return rest;
}

/** Drops choices that the description already names with their meaning. */
function withoutRepeated(schema: JsonObject): JsonObject {
  const { enum: choices, ...rest } = schema;
  const { description } = schema;
  const isRepeated =
    Array.isArray(choices) && choices.length > 10 && choices.every(choice => String(description).includes(choice));
  return isRepeated ? rest : schema;
}

type ListableTool = Pick<Tool, 'name' | 'input'>;

/**
 * The arguments that matter most, for a short listing; the server accepts and checks all of them.
 * What `creator`, the create tool of an edit tool, says of a field is not repeated.
 */
export function briefInputSchema(tool: ListableTool, creator?: ListableTool): InputSchema {
  const { properties, required } = wholeInputSchema(tool);
  const described = creator === undefined ? {} : briefInputSchema(creator).properties;
  const isListed = (name: string) =>
    (!SHARED_FIELD_NAMES.has(name) || OWN_FIELDS[tool.name]?.includes(name)) &&
    !FINE_FIELDS[tool.name]?.includes(name) &&
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
