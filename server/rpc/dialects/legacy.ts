/** MCP of the revisions 2024-11-05 to 2025-11-25, without sessions. */

import { instructions } from '../../guide/instructions.ts';
import { namedParams } from '../calls/call-tool.ts';
import type { Dialect, MethodCall, RequestFacts } from '../calls/dialect.ts';
import { toolFailure } from './mcp-failure.ts';
import { MCP_CAPABILITIES, MCP_METHODS } from './mcp-methods.ts';
import { serverInfo } from './server-info.ts';
import { isLegacyVersion, LEGACY_VERSIONS } from './versions.ts';

/** The revision asked for when it is known here, else the newest. */
async function initialize({ params, services, caller }: MethodCall): Promise<object> {
  const { protocolVersion } = namedParams(params);
  const isKnown = typeof protocolVersion === 'string' && isLegacyVersion(protocolVersion);
  return {
    protocolVersion: isKnown ? protocolVersion : LEGACY_VERSIONS[0],
    capabilities: MCP_CAPABILITIES,
    serverInfo: serverInfo(services.release),
    instructions: instructions(caller.access),
  };
}

/** Before 2025-06-18 requests named no revision, but every client of MCP has had to say that it takes streams. */
const isOlder = ({ headers: { protocolVersion, accept = '' } }: RequestFacts): boolean =>
  protocolVersion === undefined && /text\/event-stream/i.test(accept);

export const legacy: Dialect = {
  name: 'legacy',
  recognises: facts =>
    facts.method === 'initialize' || isLegacyVersion(facts.headers.protocolVersion) || isOlder(facts),
  methods: { initialize, ping: async () => ({}), ...MCP_METHODS },
  presentFault: (fault, facts) => {
    const { httpStatus, code, message, data } = fault;
    return toolFailure(fault, facts) ?? { httpStatus, error: { code, message, data } };
  },
  streams: true,
  closingCancels: false,
  cancellation: 'notifications/cancelled',
};
