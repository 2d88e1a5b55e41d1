import type { AgentRole, AgentsDocument } from './agents-document.ts';
import type { WantedFile } from './merge-file.ts';

interface AgentProgram {
  title: string;
  /** Whether it takes the token from the environment; else it asks for it. */
  readsToken: boolean;
  use: string;
  /** Where it looks for skills. */
  skills: string;
  files(document: AgentsDocument, url: string): WantedFile[];
}

const TOKEN = 'STEPLOOM_TOKEN';
const SERVER = 'steploom';
const INPUT = 'steploom-token';

/** YAML takes JSON's notation of texts and lists. */
const frontMatter = (fields: Readonly<Record<string, string | readonly string[]>>): string =>
  ['---', ...Object.entries(fields).map(([name, value]) => `${name}: ${JSON.stringify(value)}`), '---', ''].join('\n');

const withRules = (text: string, rules: string): string => `${text}\n## Rules\n\n${rules}`;

const claude: AgentProgram = {
  title: 'Claude Code',
  skills: '.claude/skills',
  readsToken: true,
  use: 'start claude, allow the server steploom, and say: Use the steploom-planner agent to plan tests of the sign-in.',
  files: ({ roles, rules }, url) => [
    ...roles.map(({ name, description, tools, text }) => ({
      path: `.claude/agents/${name}.md`,
      text: `${frontMatter({ name, description, tools: tools.map(tool => `mcp__${SERVER}__${tool}`).join(', ') })}\n${withRules(text, rules)}`,
    })),
    {
      path: '.mcp.json',
      at: ['mcpServers', SERVER],
      value: { type: 'http', url, headers: { Authorization: `Bearer \${${TOKEN}}` } },
    },
  ],
};

const vscode: AgentProgram = {
  title: 'VS Code',
  skills: '.github/skills',
  readsToken: false,
  use: 'start the server in .vscode/mcp.json, which asks for the token, and choose steploom-planner in the chat.',
  files: ({ roles, rules }, url) => [
    ...roles.map(({ name, description, tools, text }) => ({
      path: `.github/agents/${name}.agent.md`,
      text: `${frontMatter({ name, description, tools: tools.map(tool => `${SERVER}/${tool}`) })}\n${withRules(text, rules)}`,
    })),
    {
      path: '.vscode/mcp.json',
      at: ['servers', SERVER],
      value: { type: 'http', url, headers: { Authorization: `Bearer \${input:${INPUT}}` } },
    },
    {
      path: '.vscode/mcp.json',
      at: ['inputs'],
      key: 'id',
      value: { id: INPUT, type: 'promptString', description: 'Steploom token', password: true },
    },
  ],
};

const codex: AgentProgram = {
  title: 'Codex',
  skills: '.agents/skills',
  readsToken: true,
  use: 'start codex, trust this folder, and say: As the Steploom planner, plan tests of the sign-in.',
  files: ({ roles, rules }, url) => [
    { path: 'AGENTS.md', section: SERVER, text: codexSection(roles, rules) },
    {
      path: '.codex/config.toml',
      table: `mcp_servers.${SERVER}`,
      text: `url = ${JSON.stringify(url)}\nbearer_token_env_var = "${TOKEN}"\n`,
    },
  ],
};

/** One file holds all instructions for Codex, so the headings of the agents come below its own. */
function codexSection(roles: readonly AgentRole[], rules: string): string {
  const agents = roles.map(
    ({ title, description, text }) => `### Steploom ${title.toLowerCase()}\n\n${description}\n\n${text}`,
  );
  return `## Tests with Steploom\n\nThe tools are those of the MCP server \`${SERVER}\`. Work as the one of these that the task asks for.\n\n${rules}\n${agents.join('\n')}`;
}

const opencode: AgentProgram = {
  title: 'opencode',
  skills: '.opencode/skills',
  readsToken: true,
  use: 'start opencode, and say: @steploom-planner plan tests of the sign-in.',
  files: ({ roles, rules }, url) => [
    ...roles.map(({ name, description, text }) => ({
      path: `.opencode/agents/${name}.md`,
      text: `${frontMatter({ description, mode: 'subagent' })}\n${withRules(text, rules)}`,
    })),
    {
      path: 'opencode.json',
      at: ['mcp', SERVER],
      value: { type: 'remote', url, oauth: false, headers: { Authorization: `Bearer {env:${TOKEN}}` }, enabled: true },
    },
  ],
};

export const AGENT_PROGRAMS = { claude, vscode, codex, opencode } satisfies Record<string, AgentProgram>;
