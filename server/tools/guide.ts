import { z } from 'zod';
import { actionReference } from '../guide/action-reference.ts';
import { guideText } from '../guide/guide.ts';
import { defineTool } from './define/define-tool.ts';

const TEXTS = { guide: guideText, actions: actionReference };

export const getGuide = defineTool({
  name: 'getGuide',
  group: 'project',
  scope: 'read',
  title: 'Get the guide',
  summary: 'Get the guide to writing tests, or what every kind of action and each of its fields means.',
  input: {
    topic: z.enum(['guide', 'actions']).optional().describe('guide (default): recipe, locators, values, failures'),
  },
  output: z.strictObject({ text: z.string().describe('Markdown') }),
  examples: [{}, { topic: 'actions' }],
  present: ({ text }) => [{ type: 'text', text }],
  run: ({ topic = 'guide' }) => ({ text: TEXTS[topic]() }),
});
