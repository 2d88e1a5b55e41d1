/** The resources and prompts that the conformance suites ask for by name. */
import type { Prompt } from '../../server/rpc/calls/prompt.ts';
import type { Resource } from '../../server/rpc/calls/resource.ts';
import { PNG } from './fixture-tools.ts';

const described = (name: string) => ({ name, title: name, description: `What the conformance suite wants of ${name}` });

export const FIXTURE_RESOURCES: readonly Resource[] = [
  {
    ...described('static-text'),
    uri: 'test://static-text',
    mimeType: 'text/plain',
    read: async () => 'This is the content of the static text resource.',
  },
  {
    ...described('static-binary'),
    uri: 'test://static-binary',
    mimeType: 'image/png',
    read: async () => Buffer.from(PNG, 'base64'),
  },
  {
    ...described('watched'),
    uri: 'test://watched-resource',
    mimeType: 'text/plain',
    read: async () => 'It never changes.',
  },
  {
    ...described('template'),
    uri: 'test://template/{id}/data',
    mimeType: 'application/json',
    read: async (_context, { id }) => JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  },
];

const argument = (name: string) => ({ name, description: name, required: true });

export const FIXTURE_PROMPTS: readonly Prompt[] = [
  {
    ...described('test_simple_prompt'),
    arguments: [],
    ask: () => 'This is a simple prompt for testing.',
  },
  {
    ...described('test_prompt_with_arguments'),
    arguments: [{ ...argument('arg1'), suggest: async () => ['test1', 'test2', 'other'] }, argument('arg2')],
    ask: ({ arg1, arg2 }) => `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`,
  },
  {
    ...described('test_prompt_with_embedded_resource'),
    arguments: [argument('resourceUri')],
    ask: ({ resourceUri: uri = '' }) => [
      { type: 'resource', resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' } },
      { type: 'text', text: 'Please process the embedded resource above.' },
    ],
  },
  {
    ...described('test_prompt_with_image'),
    arguments: [],
    ask: () => [
      { type: 'image', data: PNG, mimeType: 'image/png' },
      { type: 'text', text: 'Please analyze the image above.' },
    ],
  },
];
