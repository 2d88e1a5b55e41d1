import { z } from 'zod';
import { defineTool } from './define/define-tool.ts';

/** Too long to guess over a network, short enough to hash quickly. */
const ProjectPasswordText = z.string().min(8).max(200);

export const setProjectPassword = defineTool({
  name: 'setProjectPassword',
  group: 'project',
  scope: 'owner',
  title: 'Set the project password',
  summary:
    'Change the password of the project, without which it cannot be served to other machines. Only a hash of it is kept.',
  input: { password: ProjectPasswordText.describe('8 to 200 characters') },
  output: z.strictObject({ hasPassword: z.boolean() }),
  errors: ['read-only', 'disk-full'],
  examples: [{ password: 'long grass by the river' }],
  async run({ password }, { project }) {
    await project.password.set(password);
    return { hasPassword: project.password.isSet };
  },
});
