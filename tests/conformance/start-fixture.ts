import { createToolListing } from '../../server/rpc/calls/list-tools.ts';
import { startService } from '../server/rpc/start-service.ts';
import { startRelay } from '../support/relay.ts';
import { FIXTURE_PROMPTS, FIXTURE_RESOURCES } from './fixture-texts.ts';
import { FIXTURE_TOOLS, JSON_SCHEMA_2020_12, performFixture } from './fixture-tools.ts';

/** The web server of the product, with what the suites want to call behind it, and a relay that adds the token for them. */
export async function startFixture() {
  const registry = new Map(FIXTURE_TOOLS.map(tool => [tool.name, tool]));
  const list = createToolListing({ registry, defaultTools: new Set(FIXTURE_TOOLS.map(({ name }) => name)) });
  const service = await startService({
    registry,
    performTool: performFixture,
    listTools: request =>
      list(request).map(tool =>
        tool.name === 'json_schema_2020_12_tool' ? { ...tool, inputSchema: JSON_SCHEMA_2020_12 } : tool,
      ),
    resources: FIXTURE_RESOURCES,
    prompts: FIXTURE_PROMPTS,
  });
  const relay = await startRelay({ target: `${service.service.url}/api/mcp`, token: service.write });
  return {
    url: relay.url,
    async [Symbol.asyncDispose]() {
      await relay[Symbol.asyncDispose]();
      await service[Symbol.asyncDispose]();
    },
  };
}
