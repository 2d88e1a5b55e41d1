import { ERRORS } from '../../model/errors/errors.ts';
import { isRecord } from '../../model/values/json-value.ts';
import { code, table } from '../guide/markdown.ts';
import { typeWords } from '../guide/type-words.ts';
import { SHARED_FIELDS, TOOL_GROUPS, type Tool, type ToolRegistry, WRITE_FIELDS } from '../tools/define/define-tool.ts';
import { wholeInputSchema } from '../tools/define/tool-schema.ts';
import { limitsTable } from './limits.ts';

function parameterTable(tool: Tool): string {
  const { properties, required } = wholeInputSchema(tool);
  const needed = new Set(Array.isArray(required) ? required : []);
  const shared = { ...SHARED_FIELDS, ...WRITE_FIELDS };
  const own = Object.entries(properties).filter(([name]) => needed.has(name) || !Object.hasOwn(shared, name));
  if (own.length === 0) return 'No parameters of its own.';
  const rows = own.map(([name, schema]) => [
    needed.has(name) ? `**${code(name)}**` : code(name),
    typeWords(schema),
    isRecord(schema) && typeof schema.description === 'string' ? schema.description : '',
  ]);
  return table(['Parameter', 'Type', 'Meaning'], rows);
}

function toolSection(tool: Tool): string {
  const errors = tool.errors.length === 0 ? [] : [`Errors: ${tool.errors.map(code).join(', ')}.`];
  const [example = {}] = tool.examples;
  return [
    `### ${tool.name}`,
    `${tool.summary} Scope: ${tool.scope}.`,
    parameterTable(tool),
    ...errors,
    `\`\`\`json\n${JSON.stringify({ name: tool.name, arguments: example })}\n\`\`\``,
  ].join('\n\n');
}

export function toolReference(registry: ToolRegistry): string {
  const groups = TOOL_GROUPS.map(group => {
    const tools = [...registry.values()].filter(tool => tool.group === group);
    return `## ${group[0]?.toUpperCase()}${group.slice(1)}\n\n${tools.map(toolSection).join('\n\n')}`;
  });
  const errors = Object.entries(ERRORS).map(([kind, { code: number, httpStatus, meaning }]) => [
    code(kind),
    String(number),
    String(httpStatus),
    meaning,
  ]);
  return [
    '# Tools',
    'Made from the registry by `npm run generate`. Call them with `tools/call` at `POST /api/mcp`, or with `steploom call`.',
    `Required parameters are bold. Every tool also takes ${Object.keys(SHARED_FIELDS).map(code).join(' and ')}; left out, they are the token's project and its default version.`,
    'Every tool with scope write takes an `idempotencyKey`, at most 200 characters: the same call with the same key gets the first answer again and is not done twice, so that a call whose answer was lost can be sent again, also after a crash of the service.',
    ...groups,
    '## Files of runs',
    'The files of a run are read at `GET /api/runs/<runId>/<file>`, with any token of the project as Bearer: `run.json` (the results), `messages.ndjson` (Cucumber messages), `console.ndjson` (what the pages wrote to the console, each entry with its test) and the `screenshots/…` that results name. `GET /api/screenshots/<name>` gives the pictures of getScreenshot as: "file". Secrets are masked. `GET` and `POST /api/files?path=…` read and put the files of the project byte for byte. Failures are JSON: `{error, message}`, with 401, 403, 404, 405 or 429.',
    '## Limits',
    'Callers that are told to wait back off for 1, 2, then 4 s, with some jitter.',
    limitsTable(),
    '## Errors',
    'Each error carries its kind as `data.reason`.',
    table(['Kind', 'Code', 'HTTP', 'Meaning'], errors),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

export function toolTable(registry: ToolRegistry): string {
  const rows = TOOL_GROUPS.map(group => {
    const tools = [...registry.values()].filter(tool => tool.group === group && tool.scope !== 'owner');
    return [group, tools.map(tool => code(tool.name)).join(', ')];
  });
  return table(['Group', 'Tools'], rows);
}
