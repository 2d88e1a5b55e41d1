import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { ProjectId, VersionId } from '../../model/names/codes.ts';
import { BRIDGE_PATH, ChannelMessage, type IdeId, PAGE_REQUESTS } from '../../model/protocol/channel/channel.ts';
import type { IdeDestination, IdeReport } from '../../model/protocol/channel/selection.ts';
import { SESSION_SCHEME, SignedIn, sessionProof } from '../../model/protocol/channel/session.ts';
import { type CallOutcome, noteCall } from './run-report/doors.ts';

/** A signed-in page of the IDE as the service sees it: a session and a socket, without a browser around it. */
export interface IdePage extends AsyncDisposable {
  readonly ideId: IdeId;
  /** What its browser keeps. */
  readonly session: string;
  /** Newest last. */
  readonly notices: { method: string; params: unknown }[];
  /** What it answers when it is asked to go somewhere; default: it goes. */
  onNavigate: (destination: IdeDestination) => Partial<IdeReport> | Promise<Partial<IdeReport>>;
  request(method: string, params: object): Promise<unknown>;
  report(changes: Partial<IdeReport>): void;
  /** Sends any text at all. */
  sendText(text: string): void;
  /** Resolves with the close code. */
  closed(): Promise<number>;
}

interface PageOptions {
  /** A link that signs in, as the service prints it. */
  link: string;
  projectId: string;
  /** Of somebody who is signed in already: the link is not used then. */
  session?: string | undefined;
}

/** Signs in with a link; resolves with the session. */
export async function signIn(link: string): Promise<string> {
  const { origin: url, hash } = new URL(link);
  const code = hash.replace('#code=', '');
  const response = await fetch(`${url}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ code }),
  });
  if (response.status !== 200) throw new Error(`Signing in was answered with ${response.status}.`);
  return SignedIn.parse(await response.json()).session;
}

/** The header by which a request shows a session. */
export const sessionHeader = (session: string) => ({ authorization: `${SESSION_SCHEME} ${session}` });

/** A socket of a page of the service, which has proven nothing yet. */
export async function openSocket(service: string, path: string): Promise<WebSocket> {
  const url = `${service.replace(/^http/, 'ws')}${path}`;
  const socket = new WebSocket(url, { headers: { origin: service }, rejectUnauthorized: false });
  await once(socket, 'open');
  // A service that dies takes the socket with it.
  socket.on('error', () => {});
  return socket;
}

/** One that has proven by whom it was opened. */
export async function openProvenSocket(
  service: string,
  session: string,
  path: string = BRIDGE_PATH,
): Promise<WebSocket> {
  const socket = await openSocket(service, path);
  socket.send(sessionProof(session));
  return socket;
}

const ToolCall = z.object({ name: z.string(), arguments: z.looseObject({}) });

function noteToolCall(params: object, outcome: CallOutcome): void {
  const call = ToolCall.parse(params);
  noteCall(call.name, call.arguments, outcome);
}

const Answer = z.object({ result: z.unknown().optional(), error: z.object({ message: z.string() }).optional() });

/** Opens a socket as a page does, says hello and what it shows. */
export async function openIdePage({ link, projectId, session }: PageOptions): Promise<IdePage> {
  const { origin: url } = new URL(link);
  const own = session ?? (await signIn(link));
  const socket = await openProvenSocket(url, own);
  const waiting = new Map<number, (answer: unknown) => void>();
  const notices: IdePage['notices'] = [];
  let nextId = 1;
  let current: IdeReport = {
    url: `/p/${projectId}`,
    tab: 'modules',
    projectId: ProjectId.parse(projectId),
    versionId: VersionId.parse('main'),
    selection: {},
    isFocused: true,
  };
  const send = (message: object) => socket.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const report = (changes: Partial<IdeReport>) => {
    current = { ...current, ...changes };
    send({ method: 'ide/report', params: current });
  };
  const request = async (method: string, params: object): Promise<unknown> => {
    const id = nextId++;
    const answered = new Promise<unknown>(resolve => waiting.set(id, resolve));
    send({ id, method, params });
    const { result, error } = Answer.parse(await answered);
    if (method === 'tools/call')
      noteToolCall(params, error === undefined ? { answer: result } : { refusedFor: undefined });
    if (error !== undefined) throw new Error(error.message);
    return result;
  };
  let onNavigate: IdePage['onNavigate'] = ({ projectId: project, versionId, tab, selection, path }) => ({
    ...(project === undefined ? {} : { projectId: project }),
    ...(versionId === undefined ? {} : { versionId }),
    ...(tab === undefined ? {} : { tab }),
    ...(selection === undefined ? {} : { selection }),
    ...(path === undefined ? {} : { url: path }),
  });
  socket.on('message', async data => {
    const message = ChannelMessage.parse(JSON.parse(String(data)));
    if ('method' in message && 'id' in message) {
      report(await onNavigate(z.custom<IdeDestination>().parse(message.params)));
      send({ id: message.id, result: current });
    } else if ('method' in message) notices.push({ method: message.method, params: message.params });
    else if (message.id !== null) waiting.get(message.id)?.(message);
  });
  const closed = once(socket, 'close').then(([code]) => z.number().parse(code));
  const { ideId } = PAGE_REQUESTS['ide/hello'].result.parse(await request('ide/hello', {}));
  report({});
  // What was sent before is taken before the answer to what comes after.
  await request('project/close', {});
  return {
    ideId,
    session: own,
    notices,
    get onNavigate() {
      return onNavigate;
    },
    set onNavigate(value) {
      onNavigate = value;
    },
    request,
    report,
    sendText: text => socket.send(text),
    closed: () => closed,
    async [Symbol.asyncDispose]() {
      socket.close();
      await closed;
    },
  };
}
