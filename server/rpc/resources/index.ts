/** The registry of resources: one line for each. */
import { AppError } from '../../../model/protocol/errors.ts';
import { callTool, namedParams } from '../call-tool.ts';
import type { MethodCall } from '../dialects/dialect.ts';
import { actions } from './actions.ts';
import { guide } from './guide.ts';
import { lastRun } from './last-run.ts';
import { projectMap } from './project-map.ts';
import type { Resource } from './resource.ts';

export const RESOURCES: readonly Resource[] = [guide, actions, projectMap, lastRun];

export const listResources = (): object[] => RESOURCES.map(({ read: _read, ...listed }) => listed);

/** Errors: `invalid-params` for a URI that is none of them; those of the tools that it is made from. */
export async function readResource(request: MethodCall): Promise<object> {
  const { uri } = namedParams(request.params);
  const resource = RESOURCES.find(known => known.uri === uri);
  if (resource === undefined) {
    const known = RESOURCES.map(other => other.uri).join(', ');
    const given = JSON.stringify(uri)?.slice(0, 200) ?? 'nothing';
    throw new AppError('invalid-params', `No resource ${given}; there are ${known}.`, {
      field: 'params.uri',
      expected: known,
      facts: typeof uri === 'string' ? { uri } : {},
    });
  }
  const call = async (name: string, args: object) =>
    (await callTool({ ...request, timeUp: undefined, params: { name, arguments: args } }, request.services)).output;
  const text = request.services.redact(await resource.read({ call }));
  return { contents: [{ uri: resource.uri, mimeType: resource.mimeType, text }] };
}
