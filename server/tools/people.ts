import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { defineTool } from './define/define-tool.ts';

export const createSignInLink = defineTool({
  name: 'createSignInLink',
  group: 'project',
  scope: 'owner',
  reach: 'workspace',
  title: 'Create a sign-in link',
  summary: 'Create an address of the page that signs a browser in, once and within ten minutes.',
  output: z.strictObject({ url: z.string(), expiresAt: z.string() }),
  errors: ['ide-not-open'],
  run(_input, { page }) {
    const link = page.linkTo(undefined);
    if (link === undefined) throw new AppError('ide-not-open', 'No service runs; steploom open starts it.');
    return link;
  },
});
