/** The registry of resources: one line for each. */
import { AppError } from '../../../model/errors/errors.ts';
import { callerContext, namedParams } from '../calls/call-tool.ts';
import type { MethodCall } from '../calls/dialect.ts';
import { isTemplate, matchUri, type Resource } from '../calls/resource.ts';
import { actions, guide, lastRun, module, projectMap, run } from './resources.ts';

/** Of several that fit a URI the first is read. */
export const RESOURCES: readonly Resource[] = [guide, actions, projectMap, lastRun, run, module];

const listed = ({ read: _read, suggest: _suggest, isThere: _isThere, ...rest }: Resource) => rest;

export async function listResources(request: MethodCall): Promise<object[]> {
  const whole = request.services.resources.filter(resource => !isTemplate(resource));
  const context = callerContext(request);
  const there = await Promise.all(whole.map(resource => resource.isThere?.(context) ?? true));
  return whole.filter((_resource, index) => there[index]).map(listed);
}

export const listTemplates = (resources: readonly Resource[]): object[] =>
  resources
    .filter(isTemplate)
    .map(listed)
    .map(({ uri, ...rest }) => ({ uriTemplate: uri, ...rest }));

/** Errors: `invalid-params` for a URI that is none of them; those of the tools that it is made from. */
export async function readResource(request: MethodCall): Promise<object> {
  const { uri } = namedParams(request.args);
  const { resources } = request.services;
  for (const resource of resources) {
    const values = typeof uri === 'string' ? matchUri(resource, uri) : undefined;
    if (values === undefined) continue;
    const content = await resource.read(callerContext(request), values);
    const { mimeType } = resource;
    if (typeof content === 'string') return { contents: [{ uri, mimeType, text: content }] };
    return { contents: [{ uri, mimeType, blob: Buffer.from(content).toString('base64') }] };
  }
  const known = resources.map(other => other.uri).join(', ');
  const given = JSON.stringify(uri)?.slice(0, 200) ?? 'nothing';
  throw new AppError('invalid-params', `No resource ${given}; there are ${known}.`, {
    field: 'params.uri',
    expected: known,
    facts: typeof uri === 'string' ? { uri } : {},
  });
}
