import { z } from 'zod';
import { Name } from '../../model/names/codes.ts';
import { TokenAccess } from '../store/tokens/token-file.ts';
import { toolsOf } from './define/define-tool.ts';

const defineTool = toolsOf('project');

const TokenView = z.strictObject({
  tokenId: z.string(),
  name: z.string(),
  access: TokenAccess,
  lastFour: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().optional(),
  expiresAt: z.string().optional(),
});

export const getTokens = defineTool({
  name: 'getTokens',
  scope: 'owner',
  title: 'List API tokens',
  summary: 'List the API tokens of the project. Their values cannot be shown again.',
  output: z.strictObject({ tokens: z.array(TokenView), toolApi: z.boolean() }),
  run: (_input, { project: { tokens } }) => ({ tokens: tokens.list(), toolApi: tokens.enabled }),
});

export const createToken = defineTool({
  name: 'createToken',
  scope: 'owner',
  title: 'Create an API token',
  summary:
    'Create an API token for the project and show its value, this once. Turns the tool API on when enable is true.',
  input: {
    name: Name.describe('What it is for, unique in the project'),
    access: TokenAccess.describe('read or write'),
    expiresAt: z.iso.datetime().optional().describe('When it stops working'),
    enable: z.boolean().optional().describe('Turn on the switch "Enable MCP API (LLM access)" too'),
  },
  output: z.strictObject({ token: TokenView, value: z.string(), toolApi: z.boolean() }),
  errors: ['name-taken'],
  examples: [{ name: 'ci', access: 'read' }],
  async run({ name, access, expiresAt, enable }, { project: { tokens } }) {
    const { value, token } = await tokens.create({ name, access, expiresAt });
    if (enable && !tokens.enabled) await tokens.setEnabled(true);
    return { token, value, toolApi: tokens.enabled };
  },
});

export const revokeToken = defineTool({
  name: 'revokeToken',
  scope: 'owner',
  title: 'Revoke an API token',
  summary: 'Revoke an API token; it stops working at once.',
  input: { token: z.string().min(1).max(200).describe('Its name or id') },
  output: z.strictObject({ revoked: TokenView }),
  errors: ['not-found'],
  examples: [{ token: 'ci' }],
  hints: { destructive: true },
  run: async ({ token }, { project: { tokens } }) => ({ revoked: await tokens.revoke(token) }),
});

export const setToolApi = defineTool({
  name: 'setToolApi',
  scope: 'owner',
  title: 'Switch the tool API',
  summary: 'Turn the switch "Enable MCP API (LLM access)" of the project on or off. While it is off no token works.',
  input: { enabled: z.boolean().describe('On or off') },
  output: z.strictObject({ toolApi: z.boolean() }),
  examples: [{ enabled: true }],
  hints: { idempotent: true },
  async run({ enabled }, { project: { tokens } }) {
    await tokens.setEnabled(enabled);
    return { toolApi: tokens.enabled };
  },
});
