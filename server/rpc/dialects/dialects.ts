/** How a call is asked and answered: as the specification has it, or as either generation of MCP clients speaks. */
import { AppError } from '../../../model/errors/errors.ts';
import { instructions } from '../../guide/instructions.ts';
import { JobTicket } from '../../jobs/jobs.ts';
import type { Tool } from '../../tools/define/define-tool.ts';
import { callTool, namedParams, noticeContent } from '../calls/call-tool.ts';
import { complete } from '../calls/complete.ts';
import type { Dialect, FailureReply, Method, MethodCall, RequestFacts } from '../calls/dialect.ts';
import type { Fault } from '../calls/fault.ts';
import { getPrompt, listPrompts } from '../prompts/index.ts';
import { listResources, listTemplates, readResource } from '../resources/index.ts';

async function toolsList({ args, caller, selection, services }: MethodCall): Promise<object> {
  onePage(args);
  return { tools: services.listTools({ access: caller.access, selection }) };
}

/** No cursor is ever given out, so none is taken. */
function onePage(params: unknown): void {
  if (namedParams(params).cursor !== undefined)
    throw new AppError('invalid-params', 'The list has one page: leave "cursor" out.', { field: 'params.cursor' });
}

async function plainToolsCall(call: MethodCall): Promise<object> {
  const { output, notice } = await callTool(call, call.services);
  const text = JSON.stringify(output) ?? 'null';
  return { content: [{ type: 'text', text }, ...noticeContent(notice)] };
}

/** The specification of the tool API makes an `error` of whatever fails. */
const plain: Dialect = {
  name: 'plain',
  recognises: () => true,
  methods: { 'tools/call': plainToolsCall, 'tools/list': toolsList },
  presentFault: ({ httpStatus, code, message, data }) => ({ httpStatus, error: { code, message, data } }),
  streams: false,
  leavingCancels: false,
};

/** Revisions of MCP that open with `initialize`, newest first. */
const LEGACY_VERSIONS: readonly string[] = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

/** Revisions of MCP without sessions, newest first. */
const MODERN_VERSIONS: readonly string[] = ['2026-07-28'];

const isLegacyVersion = (version: string | undefined): boolean =>
  version !== undefined && LEGACY_VERSIONS.includes(version);

/** The parameter that the header `Mcp-Name` repeats, by method. */
export const NAMED_BY: Readonly<Record<string, string>> = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
};

const CANCELLATION = 'notifications/cancelled';

async function toolsCall(call: MethodCall): Promise<object> {
  const { registry } = call.services;
  const { tool, output, notice } = await callTool(call, call.services);
  const present = output instanceof JobTicket ? undefined : tool.present;
  const content = present?.(output, registry) ?? [{ type: 'text', text: JSON.stringify(output) ?? 'null' }];
  return { content: [...content, ...noticeContent(notice)], ...passedOnTo(tool, call) };
}

/** To the client the call was one of useTool, whose own annotations assume the worst. */
function passedOnTo({ name, annotations }: Tool, { args }: MethodCall): object {
  return namedParams(args).name === name ? {} : { _meta: { 'steploom/tool': { name, annotations } } };
}

const MCP_METHODS: Readonly<Record<string, Method>> = {
  'tools/call': toolsCall,
  'tools/list': toolsList,
  'resources/list': async call => {
    onePage(call.args);
    return { resources: await listResources(call) };
  },
  'resources/templates/list': async ({ args, services }) => {
    onePage(args);
    return { resourceTemplates: listTemplates(services.resources) };
  },
  'resources/read': readResource,
  'prompts/list': async ({ args, services }) => {
    onePage(args);
    return { prompts: listPrompts(services.prompts) };
  },
  'prompts/get': getPrompt,
  'completion/complete': complete,
};

const MCP_CAPABILITIES = { tools: {}, resources: {}, prompts: {}, completions: {} };

const isToolCall = ({ method, params }: RequestFacts): boolean =>
  method === 'tools/call' && typeof Reflect.get(params ?? {}, 'name') === 'string';

/** A refusal that names an argument is about this call; to a client, 403 says that its token is of no use. */
const isOfTool = ({ kind, httpStatus, data }: Fault): boolean =>
  kind === 'forbidden'
    ? data.field !== undefined
    : kind !== 'method-not-found' && kind !== 'internal' && httpStatus === 200;

/** Many hosts hide protocol errors from their model, so an error that a caller can fix is a result of the tool. */
function toolFailure(fault: Fault, facts: RequestFacts): FailureReply | undefined {
  if (!isToolCall(facts) || !isOfTool(fault)) return undefined;
  const { message, data } = fault;
  const { field, expected, next } = data;
  // Models pay for every word, so hints do not repeat the sentence.
  const hints = Object.entries({ Field: field, Expected: expected, Next: next }).flatMap(([label, value]) =>
    typeof value === 'string' && !message.includes(value) ? [`${label}: ${value}`] : [],
  );
  return {
    httpStatus: 200,
    result: { content: [{ type: 'text', text: [message, ...hints].join('\n') }], isError: true },
  };
}

const serverInfo = (release: string): object => ({ name: 'steploom', title: 'Steploom', version: release });

const META = 'io.modelcontextprotocol/';
const VERSION = `${META}protocolVersion`;
const CAPABILITIES = `${META}clientCapabilities`;

/** `STABLE` changes only with a release or the caller's rights; `VOLATILE` with pages and people. */
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

const metaIn = (holder: object): object => {
  const meta: unknown = Reflect.get(holder, '_meta');
  return typeof meta === 'object' && meta !== null ? meta : {};
};

const metaOf = ({ params }: RequestFacts): object => metaIn(params ?? {});

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

/** The protocol asks for this order. */
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

/** The revision 2026-07-28: every request is self-contained and says so in `_meta` and headers. */
const modern: Dialect = {
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
    _meta: { ...metaIn(result), [`${META}serverInfo`]: serverInfo(release) },
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
  leavingCancels: true,
  cancellation: CANCELLATION,
};

async function initialize({ args, services, caller }: MethodCall): Promise<object> {
  const { protocolVersion } = namedParams(args);
  const isKnown = typeof protocolVersion === 'string' && isLegacyVersion(protocolVersion);
  return {
    protocolVersion: isKnown ? protocolVersion : LEGACY_VERSIONS[0],
    capabilities: MCP_CAPABILITIES,
    serverInfo: serverInfo(services.release),
    instructions: instructions(caller.access),
  };
}

/** Requests before 2025-06-18 named no revision, but every MCP client has had to accept streams. */
const isOlder = ({ headers: { protocolVersion, accept = '' } }: RequestFacts): boolean =>
  protocolVersion === undefined && /text\/event-stream/i.test(accept);

const legacy: Dialect = {
  name: 'legacy',
  recognises: facts =>
    facts.method === 'initialize' || isLegacyVersion(facts.headers.protocolVersion) || isOlder(facts),
  methods: { initialize, ping: async () => ({}), ...MCP_METHODS },
  presentFault: (fault, facts) => {
    const { httpStatus, code, message, data } = fault;
    return toolFailure(fault, facts) ?? { httpStatus, error: { code, message, data } };
  },
  streams: true,
  // No answer can be fetched later, so one whose client is gone reaches nobody.
  leavingCancels: true,
  cancellation: CANCELLATION,
};

const DIALECTS: readonly Dialect[] = [modern, legacy];

export const dialectOf = (facts: RequestFacts): Dialect => DIALECTS.find(dialect => dialect.recognises(facts)) ?? plain;
