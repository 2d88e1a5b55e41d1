/** MCP of the revision 2026-07-28: every request stands alone and says so in `_meta` and headers. */
import { AppError } from '../../../model/errors/errors.ts';
import { instructions } from '../../guide/instructions.ts';
import type { Dialect, MethodCall, RequestFacts } from '../calls/dialect.ts';
import { toolFailure } from './mcp-failure.ts';
import { MCP_CAPABILITIES, MCP_METHODS } from './mcp-methods.ts';
import { serverInfo } from './server-info.ts';
import { isLegacyVersion, MODERN_VERSIONS, NAMED_BY } from './versions.ts';

const META = 'io.modelcontextprotocol/';
const VERSION = `${META}protocolVersion`;
const CAPABILITIES = `${META}clientCapabilities`;

/** What changes only with a release or with the caller's rights; and what pages and people change. */
const STABLE = { ttlMs: 300_000, cacheScope: 'private' };
const VOLATILE = { ttlMs: 0, cacheScope: 'private' };
const CACHING: Readonly<Record<string, object>> = {
  'server/discover': STABLE,
  'tools/list': STABLE,
  'resources/list': VOLATILE,
  'resources/templates/list': STABLE,
  'prompts/list': STABLE,
  'resources/read': VOLATILE,
};

const metaOf = ({ params }: RequestFacts): object => {
  const meta: unknown = Reflect.get(params ?? {}, '_meta');
  return typeof meta === 'object' && meta !== null ? meta : {};
};

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

function mismatch(header: string, given: string | undefined, wanted: string): AppError {
  const found = given === undefined ? 'is missing' : `says ${JSON.stringify(given.slice(0, 100))}`;
  return new AppError('header-mismatch', `The header "${header}" ${found}; the body says ${JSON.stringify(wanted)}.`, {
    field: header,
    expected: wanted,
  });
}

const BASE64 = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/i;

/** A name with characters that no header takes comes in base64. */
function plainName(header: string | undefined): string | undefined {
  const encoded = header === undefined ? undefined : BASE64.exec(header)?.[1];
  return encoded === undefined ? header : Buffer.from(encoded, 'base64').toString('utf8');
}

function checkMeta(facts: RequestFacts, meta: object): string {
  const { protocolVersion } = facts.headers;
  const version = textOf(Reflect.get(meta, VERSION));
  if (protocolVersion === undefined) throw mismatch('MCP-Protocol-Version', undefined, version ?? '');
  const capabilities: unknown = Reflect.get(meta, CAPABILITIES);
  const missing = version === undefined ? VERSION : CAPABILITIES;
  if (version === undefined || typeof capabilities !== 'object' || capabilities === null)
    throw new AppError('incomplete-meta', `"params._meta" must hold ${JSON.stringify(missing)}.`, {
      field: `params._meta.${missing}`,
    });
  if (protocolVersion !== version) throw mismatch('MCP-Protocol-Version', protocolVersion, version);
  return version;
}

/** Errors: `header-mismatch`, `incomplete-meta`, `unsupported-version`, in the order that the protocol asks for. */
function check(facts: RequestFacts): void {
  const version = checkMeta(facts, metaOf(facts));
  if (!MODERN_VERSIONS.includes(version))
    throw new AppError('unsupported-version', `Revision ${JSON.stringify(version.slice(0, 50))} is not served here.`, {
      facts: { supported: MODERN_VERSIONS, requested: version },
    });
  const { method, params, headers } = facts;
  if (headers.method !== method) throw mismatch('Mcp-Method', headers.method, method);
  const name = NAMED_BY[method] === undefined ? undefined : textOf(Reflect.get(params ?? {}, NAMED_BY[method]));
  if (name !== undefined && plainName(headers.name) !== name) throw mismatch('Mcp-Name', headers.name, name);
}

const discover = async ({ caller }: MethodCall): Promise<object> => ({
  supportedVersions: MODERN_VERSIONS,
  capabilities: MCP_CAPABILITIES,
  instructions: instructions(caller.access),
});

export const modern: Dialect = {
  name: 'modern',
  recognises: facts =>
    textOf(Reflect.get(metaOf(facts), VERSION)) !== undefined ||
    (facts.headers.protocolVersion !== undefined && !isLegacyVersion(facts.headers.protocolVersion)),
  check,
  methods: { 'server/discover': discover, ...MCP_METHODS },
  presentResult: (result, { method }, { release }) => ({
    resultType: 'complete',
    ...result,
    ...CACHING[method],
    _meta: { [`${META}serverInfo`]: serverInfo(release) },
  }),
  presentFault: (fault, facts, services) => {
    const { kind, httpStatus, code, message, data } = fault;
    const failure = toolFailure(fault, facts);
    if (failure !== undefined && 'result' in failure)
      return { ...failure, result: modern.presentResult?.(failure.result, facts, services) ?? failure.result };
    if (kind === 'internal') return { httpStatus: 500, error: { code, message, data } };
    if (kind !== 'method-not-found') return { httpStatus, error: { code, message, data } };
    // Here -32601 says that there is no such method; a tool is a parameter of one that there is.
    return facts.method === 'tools/call'
      ? { httpStatus: 200, error: { code: -32602, message, data } }
      : { httpStatus: 404, error: { code, message, data } };
  },
  streams: true,
  closingCancels: true,
};
