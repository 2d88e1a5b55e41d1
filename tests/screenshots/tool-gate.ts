/** Stands between the page and the service, and keeps back or refuses what the page asks. */
import type { Page } from 'playwright';
import { z } from 'zod';

const Request = z.object({
  id: z.number(),
  method: z.string(),
  params: z.object({ name: z.string().optional() }).optional(),
});

export interface ToolGate {
  /** What is asked under these names, of requests or of tools, is not answered. */
  held: readonly string[];
  /** Those are refused. */
  refused: readonly string[];
}

const REFUSAL = {
  code: -32000,
  message: 'The disk failed: input/output error.',
  data: { reason: 'store-failed' },
};

/** Before the IDE is opened in the page. */
export async function toolGateOf(page: Page): Promise<ToolGate> {
  const gate: ToolGate = { held: [], refused: [] };
  await page.routeWebSocket(/\/bridge$/, route => {
    const service = route.connectToServer();
    route.onMessage(text => {
      const asked = Request.safeParse(JSON.parse(String(text))).data;
      const names = [asked?.method, asked?.params?.name];
      if (names.some(name => name !== undefined && gate.held.includes(name))) return;
      if (names.some(name => name !== undefined && gate.refused.includes(name)))
        route.send(JSON.stringify({ jsonrpc: '2.0', id: asked?.id, error: REFUSAL }));
      else service.send(text);
    });
  });
  return gate;
}
