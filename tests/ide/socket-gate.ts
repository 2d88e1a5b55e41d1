import type { Page, WebSocketRoute } from 'playwright';
import { ChannelMessage } from '../../model/protocol/channel/channel.ts';
import type { TestApp } from '../support/test-app.ts';
import { showIde } from './open-page.ts';

/** Stands between a page and the service. */
export interface SocketGate {
  /** Cuts the connection; new ones fail until it is let back. */
  cut(): Promise<void>;
  /** The page comes back when it tries again, each time later. */
  restore(): Promise<void>;
  /** The page tries again at once, as by its button, unless it is back already. */
  restoreNow(): Promise<void>;
  /** Loses one notice of the service on its way. */
  loseNext(method: string): void;
  /** Until the connection is cut the service is not heard, though it does what it is asked. */
  loseAnswers(): void;
  /** Requests of that name stay unanswered until they are let through. */
  hold(method: string): void;
  release(): void;
  /** How often the page has asked for something. */
  count(method: string): number;
}

/** The IDE with a gate between it and the service from the start, which can be set before the page is opened. */
export async function showGated(
  app: TestApp,
  path: string,
  { set, ...options }: { until?: 'shown' | 'connected'; set?(gate: SocketGate): void } = {},
) {
  const gates: SocketGate[] = [];
  const prepare = async (one: Page) => {
    const gate = await gateOf(one);
    set?.(gate);
    gates.push(gate);
  };
  const page = await showIde(app, path, { ...options, prepare });
  const [gate] = gates;
  if (gate === undefined) throw new Error('The page has no gate.');
  return { page, gate };
}

const CUT = 4_000;

/** Before the IDE is opened in the page. */
async function gateOf(page: Page): Promise<SocketGate> {
  let isCut = false;
  let lost: string | undefined;
  let areAnswersLost = false;
  let heldMethod: string | undefined;
  const held: (() => void)[] = [];
  const asked: string[] = [];
  const open = new Set<WebSocketRoute>();
  const methodOf = (text: string | Buffer): string => {
    const message = ChannelMessage.parse(JSON.parse(String(text)));
    return 'method' in message ? message.method : '';
  };
  await page.routeWebSocket(/\/bridge$/, route => {
    if (isCut) {
      void route.close({ code: CUT });
      return;
    }
    open.add(route);
    const service = route.connectToServer();
    route.onMessage(text => {
      const method = methodOf(text);
      asked.push(method);
      if (method === heldMethod) held.push(() => service.send(text));
      else service.send(text);
    });
    service.onMessage(text => {
      if (lost !== undefined && methodOf(text) === lost) lost = undefined;
      else if (!areAnswersLost) route.send(text);
    });
  });
  const restore = async () => {
    isCut = false;
  };
  return {
    async cut() {
      isCut = true;
      areAnswersLost = false;
      await Promise.all([...open].map(route => route.close({ code: CUT })));
      open.clear();
    },
    restore,
    async restoreNow() {
      restore();
      await page.getByRole('button', { name: 'Retry now' }).evaluateAll(buttons => {
        for (const button of buttons) button.click();
      });
    },
    loseNext: method => {
      lost = method;
    },
    loseAnswers: () => {
      areAnswersLost = true;
    },
    hold: method => {
      heldMethod = method;
    },
    release: () => {
      heldMethod = undefined;
      for (const send of held.splice(0)) send();
    },
    count: method => asked.filter(one => one === method).length,
  };
}
