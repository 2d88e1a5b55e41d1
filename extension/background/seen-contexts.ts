import { z } from 'zod';
import { isForPages } from './lendable.ts';
import type { ProtocolParams } from './told-events.ts';

const Created = z.object({
  context: z.object({
    id: z.number(),
    name: z.string(),
    /** "://" where it is nobody's. */
    origin: z.string(),
    auxData: z.object({ type: z.string() }).optional(),
  }),
});
const Context = z.number().optional().catch(undefined);
/** Fits each event: the name of a console is a `context` too. */
const OfContext = z.object({
  executionContextId: Context,
  context: z.object({ id: Context }).optional().catch(undefined),
  exceptionDetails: z.object({ executionContextId: Context }).optional().catch(undefined),
});
const Asked = z.object({
  contextId: z.number().optional(),
  executionContextId: z.number().optional(),
  objectId: z.string().optional(),
  arguments: z.array(z.object({ objectId: z.string().optional() })).optional(),
});

/** Of a frame or worker that has its own session; the tab itself has none. */
type SessionName = string | undefined;

/**
 * Where scripts run in a lent tab: those of the page, and the worlds that the service has made. Other extensions have
 * theirs beside them, in which a script could do all that these may.
 */
export class SeenContexts {
  readonly #worlds = new Set<string>();
  readonly #known = new Map<SessionName, Set<number>>();

  /** Called before a command goes to Chrome, which may then tell of a world by that name. */
  noteCommand({ worldName }: ProtocolParams): void {
    if (typeof worldName === 'string') this.#worlds.add(worldName);
  }

  noteEvent(sessionId: SessionName, method: string, params: ProtocolParams): void {
    if (method === 'Runtime.executionContextsCleared') this.#known.delete(sessionId);
    const created = method === 'Runtime.executionContextCreated' ? Created.safeParse(params).data : undefined;
    if (created !== undefined && this.#isOfPage(created.context)) this.#of(sessionId).add(created.context.id);
  }

  /** Whether all that a command names is in contexts of the page. */
  mayUse(sessionId: SessionName, params: ProtocolParams): boolean {
    const { data } = Asked.safeParse(params);
    if (data === undefined) return true;
    const objects = [data.objectId, ...(data.arguments ?? []).map(({ objectId }) => objectId)];
    const contexts = [data.contextId, data.executionContextId, ...objects.map(contextOf)];
    return contexts.every(context => context === undefined || this.#of(sessionId).has(context));
  }

  /** Whether an event is of the page, as far as it is of a script. */
  isOfPage(sessionId: SessionName, method: string, params: ProtocolParams): boolean {
    if (!method.startsWith('Runtime.')) return true;
    const { executionContextId, context, exceptionDetails } = OfContext.parse(params);
    const id = executionContextId ?? context?.id ?? exceptionDetails?.executionContextId;
    return id === undefined || this.#of(sessionId).has(id);
  }

  forget(sessionId: string): void {
    this.#known.delete(sessionId);
  }

  #isOfPage({ name, origin, auxData }: z.infer<typeof Created>['context']): boolean {
    if (URL.parse(origin) !== null && !isForPages(origin)) return false;
    return auxData?.type !== 'isolated' || this.#worlds.has(name);
  }

  #of(sessionId: SessionName): Set<number> {
    const known = this.#known.get(sessionId) ?? new Set();
    this.#known.set(sessionId, known);
    return known;
  }
}

/** Chrome names objects after the isolate, the context and their number. */
const contextOf = (objectId: string | undefined): number | undefined => {
  const [, context] = /^-?\d+\.(\d+)\.\d+$/.exec(objectId ?? '') ?? [];
  return context === undefined ? undefined : Number(context);
};
