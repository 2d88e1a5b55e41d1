/** What both dialects of MCP serve alike. */
import { redactDeep } from '../../../model/values/redactor.ts';
import { JobTicket } from '../../jobs/jobs.ts';
import { callTool, noticeContent } from '../calls/call-tool.ts';
import { complete } from '../calls/complete.ts';
import type { Method, MethodCall } from '../calls/dialect.ts';
import { getPrompt, listPrompts } from '../prompts/index.ts';
import { listResources, listTemplates, readResource } from '../resources/index.ts';
import { onePage } from './one-page.ts';
import { toolsList } from './tools-list.ts';

/** What a tool answered, as content: by itself one text of compact JSON, unless the tool knows better. */
async function toolsCall(call: MethodCall): Promise<object> {
  const { redact, registry } = call.services;
  const { tool, output, notice } = await callTool(call, call.services);
  const safe = redactDeep(output, redact);
  const present = output instanceof JobTicket ? undefined : tool.present;
  const content = present?.(safe, registry) ?? [{ type: 'text', text: JSON.stringify(safe) ?? 'null' }];
  return { content: [...content, ...noticeContent(notice, redact)] };
}

export const MCP_METHODS: Readonly<Record<string, Method>> = {
  'tools/call': toolsCall,
  'tools/list': toolsList,
  'resources/list': async call => {
    onePage(call.params);
    return { resources: await listResources(call) };
  },
  'resources/templates/list': async ({ params, services }) => {
    onePage(params);
    return { resourceTemplates: listTemplates(services.resources) };
  },
  'resources/read': readResource,
  'prompts/list': async ({ params, services }) => {
    onePage(params);
    return { prompts: listPrompts(services.prompts) };
  },
  'prompts/get': getPrompt,
  'completion/complete': complete,
};

export const MCP_CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };
