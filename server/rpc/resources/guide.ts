import { guideText } from '../../guide/guide.ts';
import type { Resource } from '../calls/resource.ts';

export const guide: Resource = {
  uri: 'steploom://guide',
  name: 'guide',
  title: 'How to write tests',
  description: 'The recipe for a test, locators, values, blocks, and what to do when an action fails',
  mimeType: 'text/markdown',
  read: async () => guideText(),
};
