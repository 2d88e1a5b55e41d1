import { z } from 'zod';
import { AppError } from '../../../model/errors/errors.ts';
import { callerContext } from './call-tool.ts';
import type { MethodCall } from './dialect.ts';
import type { ResourceContext } from './resource.ts';

const CompletionRequest = z.object({
  ref: z.discriminatedUnion('type', [
    z.object({ type: z.literal('ref/prompt'), name: z.string() }),
    z.object({ type: z.literal('ref/resource'), uri: z.string() }),
  ]),
  argument: z.object({ name: z.string(), value: z.string() }),
});
type CompletionRequest = z.infer<typeof CompletionRequest>;

/** The maximum of the protocol. */
const MOST = 100;

const EXPECTED = '{ref: {type: "ref/prompt", name} or {type: "ref/resource", uri}, argument: {name, value}}';

/** Errors: `invalid-params`; those of the tools that are asked. */
export async function complete(call: MethodCall): Promise<object> {
  const request = CompletionRequest.safeParse(call.args);
  if (!request.success)
    throw new AppError('invalid-params', `A completion needs ${EXPECTED}.`, { field: 'params', expected: EXPECTED });
  const suggested = await suggestionsFor(request.data, call);
  const begun = request.data.argument.value.toLowerCase();
  const fitting = suggested.filter(value => value.toLowerCase().startsWith(begun));
  const values = fitting.slice(0, MOST);
  return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } };
}

type Suggest = (context: ResourceContext) => Promise<readonly string[]>;

async function suggestionsFor(request: CompletionRequest, call: MethodCall): Promise<readonly string[]> {
  return (await sourceOf(request, call)?.(callerContext(call))) ?? [];
}

function sourceOf({ ref, argument: { name } }: CompletionRequest, { services }: MethodCall): Suggest | undefined {
  if (ref.type === 'ref/prompt') {
    const taken = services.prompts.find(prompt => prompt.name === ref.name)?.arguments;
    const found = taken?.find(argument => argument.name === name);
    if (found === undefined) throw unknown(`No prompt ${JSON.stringify(ref.name)} with an argument`, name);
    return found.suggest;
  }
  const resource = services.resources.find(({ uri }) => uri === ref.uri && uri.includes(`{${name}}`));
  if (resource === undefined) throw unknown(`No template ${JSON.stringify(ref.uri)} with a part`, name);
  return context => resource.suggest?.(name, context) ?? Promise.resolve([]);
}

const unknown = (what: string, name: string): AppError =>
  new AppError('invalid-params', `${what} ${JSON.stringify(name)}.`.slice(0, 300), {
    field: 'params.argument.name',
    next: 'prompts/list and resources/templates/list name them.',
  });
