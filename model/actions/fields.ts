import { z } from 'zod';
import { LocatorText } from '../locator/parse-locator.ts';
import { Name, TextValue, VariableName } from '../names/codes.ts';
import { MATCHER_NAMES, MATCHERS } from './matchers.ts';
import { PictureArea } from './picture-rule.ts';

interface FieldMeaning {
  /**
   * `text`: may hold `{{ … }}`, and a number is taken and stored as text; `json`: the same, and may be given as JSON, which
   * is stored as its text; `expression`: may be one expression, besides what else it may be; `condition`: an expression
   * without braces around it; `script`: JavaScript that runs in the page, in which nothing is computed.
   */
  holds?: 'text' | 'locator' | 'json' | 'expression' | 'condition' | 'script';
  /** A condition that also reads what the action brings, whose names nobody knows in advance. */
  hasOwnNames?: boolean;
  label?: string;
  choices?: Readonly<Record<string, string>>;
  names?: 'test' | 'role' | 'feature' | 'scenario' | 'actor';
  /** Its texts are paths under files/. */
  namesFiles?: boolean;
}

/** Schemas that are derived from a registered one inherit its meaning. */
export const MEANINGS = z.registry<FieldMeaning>();
MEANINGS.add(TextValue, { holds: 'text' });
MEANINGS.add(LocatorText, { holds: 'locator' });

export const Condition = z.string().min(1).max(10_000).register(MEANINGS, { holds: 'condition' });
export const ResultCondition = z
  .string()
  .min(1)
  .max(10_000)
  .register(MEANINGS, { holds: 'condition', hasOwnNames: true });

/** Fields that several kinds of action have: one name never means two things. The others are defined with their kind. */
export const FIELDS = {
  locator: LocatorText.describe("Playwright notation, e.g. getByRole('button', { name: 'Save' })"),
  modifiers: z
    .array(z.enum(['Alt', 'Control', 'ControlOrMeta', 'Meta', 'Shift']))
    .max(5)
    .describe('Keys held down during the action'),
  position: z.strictObject({ x: z.number(), y: z.number() }).describe('Point inside the element, px from its top left'),
  url: TextValue.describe("Absolute, or relative to the app's").register(MEANINGS, { label: 'URL' }),
  value: TextValue.describe('Text; may hold {{ values }}'),
  expectStatus: TextValue.describe(
    'Status of the answer, e.g. 201, 2xx or 200, 404; default: any for a page, below 400 for an API call',
  ),
  matcher: z
    .enum(MATCHER_NAMES)
    .describe('What is checked, e.g. toHaveText')
    .register(MEANINGS, { choices: Object.fromEntries(MATCHER_NAMES.map(name => [name, MATCHERS[name].phrase])) }),
  expected: TextValue.describe('Expected text; /…/flags is a regular expression'),
  attribute: z.string().min(1).max(200).describe('Attribute, or CSS property for toHaveCSS'),
  status: TextValue.describe('Status of the answer, e.g. 404; a check also takes 2xx or 200, 404'),
  not: z.boolean().describe('Passes when this is not true'),
  ignoreCase: z.boolean().describe('Ignores case'),
  tolerance: z
    .number()
    .min(0)
    .max(100)
    .describe('Percent of the pixels that may differ; for toHaveScreenshot')
    .register(MEANINGS, { label: 'Tolerance (%)' }),
  masks: z
    .array(PictureArea)
    .min(1)
    .max(50)
    .describe('Parts of the picture that are not compared, in px from its top left'),
  into: VariableName.describe('Variable for the result, read as var.NAME'),
  code: z
    .string()
    .min(1)
    .max(100_000)
    .describe('JavaScript that runs in the page')
    .register(MEANINGS, { holds: 'script' }),
  tab: TextValue.describe('Index from 0, or title or address: full, partial, or with *'),
  tags: z.string().min(1).max(2_000).describe('Only what has these tags, e.g. "@smoke and not @slow"'),
  name: Name.describe(
    'Name of the screenshot; for download, the expected file name, e.g. report-*.csv; for storage, of the cookie or item',
  ).register(MEANINGS, {
    holds: 'text',
  }),
  text: z
    .string()
    .max(100_000)
    .describe('The note; for dialog, the text to enter in a prompt')
    .register(MEANINGS, { holds: 'text' }),
} as const;

export interface ActionField extends FieldMeaning {
  schema: z.ZodType;
  many?: 'list' | 'record' | undefined;
}

export function readField(schema: z.ZodType): ActionField {
  if (schema instanceof z.ZodOptional) return readField(inner(schema.unwrap()));
  const own = { schema, ...MEANINGS.get(schema) };
  if (schema instanceof z.ZodArray) return { ...MEANINGS.get(inner(schema.element)), ...own, many: 'list' };
  if (schema instanceof z.ZodRecord) return { ...MEANINGS.get(inner(schema.valueType)), ...own, many: 'record' };
  return own;
}

/** Zod types a wrapped schema as one of its core. */
const inner = (schema: unknown): z.ZodType => (schema instanceof z.ZodType ? schema : z.unknown());
