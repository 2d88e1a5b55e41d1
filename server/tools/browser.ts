import { z } from 'zod';
import { isAppError } from '../../model/errors/errors.ts';
import { defineTool } from './define/define-tool.ts';

export const getBrowser = defineTool({
  name: 'getBrowser',
  group: 'ide',
  scope: 'owner',
  title: 'Get the browser of the machine',
  summary: 'Get the browser of the machine that tests run in, or why there is none. It is not started.',
  needsIde: 'never',
  output: z.strictObject({
    path: z.string().optional(),
    source: z.string().optional().describe('How it was found, e.g. STEPLOOM_BROWSER'),
    problem: z.string().optional().describe('Why there is none'),
  }),
  async run(_input, { bridge }) {
    try {
      const { executablePath, source } = await bridge.findBrowser();
      return { path: executablePath, source };
    } catch (error) {
      if (!isAppError(error, 'browser-missing')) throw error;
      return { problem: error.message };
    }
  },
});
