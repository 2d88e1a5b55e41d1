/** The tools that the conformance suites call by name. */
import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import type { ToolCall } from '../../server/rpc/calls/call-tool.ts';
import { type ContentItem, defineTool, type Tool } from '../../server/tools/define/define-tool.ts';

/** A red dot. */
export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** No samples. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

const Items = z.array(
  z.union([
    z.object({ type: z.literal('text'), text: z.string() }),
    z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() }),
    z.object({
      type: z.literal('resource'),
      resource: z.object({ uri: z.string(), mimeType: z.string(), text: z.string() }),
    }),
  ]),
);

type Perform = (call: ToolCall) => readonly ContentItem[] | Promise<readonly ContentItem[]>;

const text = (words: string): ContentItem => ({ type: 'text', text: words });
const image: ContentItem = { type: 'image', data: PNG, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, words: string): ContentItem => ({
  type: 'resource',
  resource: { uri, mimeType, text: words },
});

const PERFORMERS: Readonly<Record<string, Perform>> = {
  test_simple_text: () => [text('This is a simple text response for testing.')],
  test_image_content: () => [image],
  test_audio_content: () => [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }],
  test_embedded_resource: () => [
    resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
  ],
  test_multiple_content_types: () => [
    text('Multiple content types test:'),
    image,
    resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
  ],
  test_error_handling: () => {
    throw new AppError('page-error', 'This tool intentionally returns an error for testing');
  },
  test_tool_with_progress: ({ report }) => {
    for (const progress of [0, 50, 100]) report?.({ progress, total: 100, message: `${progress} of 100` });
    return [text('Done.')];
  },
  json_schema_2020_12_tool: () => [text('The arguments are right.')],
  // No tool of the service asks anything of its client, so these two have nothing to say.
  test_streaming_elicitation: () => [text('Nothing was asked.')],
  test_logging_tool: () => [text('Nothing was logged.')],
  test_missing_capability: () => {
    throw new AppError('missing-capability', 'The client does not sample.', {
      facts: { requiredCapabilities: { sampling: {} } },
    });
  },
};

/** As the suite wants it listed; what the tool takes is checked by itself. */
export const JSON_SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object' as const,
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
};

export const FIXTURE_TOOLS: readonly Tool[] = Object.keys(PERFORMERS).map(name =>
  defineTool({
    name,
    group: 'project',
    scope: 'read',
    title: name,
    summary: `Do what the conformance suite wants of ${name}.`,
    input: {},
    output: Items,
    errors: [],
    examples: [{}],
    present: items => items,
    run: () => [],
  }),
);

export async function performFixture(call: ToolCall): Promise<unknown> {
  if (call.tool.name !== 'json_schema_2020_12_tool') call.tool.check(call.args);
  return PERFORMERS[call.tool.name]?.(call);
}
