/** A spec replays the calls and answers of docs/AGENTS.md. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../process/package-root.ts';

export interface AgentRole {
  /** For programs, e.g. `steploom-planner`. */
  name: string;
  title: string;
  description: string;
  tools: string[];
  text: string;
}

export interface AgentsDocument {
  roles: AgentRole[];
  rules: string;
}

const ROLES = ['Planner', 'Author', 'Repairer'] as const;
const RULES = 'What all of them keep to';
const HIDDEN = /^<!--[\s\S]*?-->\n+/gm;

export async function readAgentsDocument(): Promise<AgentsDocument> {
  const document = await readFile(join(packageRoot(), 'docs', 'AGENTS.md'), 'utf8');
  const rules = `${EXAMPLES}\n${sectionOf(document, RULES).trim()}\n`;
  const roles = ROLES.map(title => {
    const section = sectionOf(document, title);
    const [, description = ''] = /^> (.*)$/m.exec(section) ?? [];
    const [, tools = ''] = /^Tools: (.*)$/m.exec(section) ?? [];
    const text = section
      .replace(/^> .*\n+/m, '')
      .replace(/^Tools: .*\n+/m, '')
      .replaceAll(HIDDEN, '');
    return {
      name: `steploom-${title.toLowerCase()}`,
      title,
      description,
      tools: [...tools.matchAll(/`(\w+)`/g)].map(([, tool = '']) => tool),
      text: `${text.trim()}\n`,
    };
  });
  return { roles, rules };
}

const EXAMPLES = `- The calls and answers shown here are those of Steploom's sample project: take the codes, names and locators of yours. In
  answers, \`…\` stands for what was left out.`;

function sectionOf(document: string, title: string): string {
  const heading = `\n## ${title}\n`;
  const from = document.indexOf(heading) + heading.length;
  const to = document.indexOf('\n## ', from);
  return document.slice(from, to < 0 ? undefined : to);
}
