import express, { type Express, type Request, type RequestHandler, type Response } from 'express';
import { unzipSync, zipSync } from 'fflate';
import { z } from 'zod';
import type { Executions } from './executions.ts';
import { exportFeatures } from './export-features.ts';
import { FILTERS, REQUIREMENTS, type Requirement, type TestIssue } from './issues.ts';
import type { PushedTests } from './pushed-tests.ts';
import { type RequestCount, SAMPLE_CLIENT, type TokenDesk } from './tm-accounts.ts';

const MOST_BYTES = '25mb';

/** 1 January 2026, so that archives are reproducible. */
const FILE_TIME = new Date(2026, 0, 1);

interface TmParts {
  tokens: TokenDesk;
  count: RequestCount;
  executions: Executions;
  pushed: PushedTests;
}

type Flavour = 'cloud' | 'server';

export function createTmApp(parts: TmParts): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/executions', (_request, response) => void response.json(parts.executions.all));
  app.use(limited(parts));
  app.post('/api/v:number/authenticate', express.json(), signIn(parts));
  const body = express.raw({ type: () => true, limit: MOST_BYTES });
  const flavours = [
    ['cloud', '/api/v:number', 'export/cucumber'],
    ['server', '/rest/raven/:number', 'export/test'],
  ] as const;
  for (const [flavour, base, exportPath] of flavours) {
    const importPath = `${base}/import/execution/cucumber`;
    app.get(`${base}/${exportPath}`, signedIn(parts), exporting(parts, flavour));
    app.post(importPath, body, signedIn(parts), importing(parts, flavour));
    app.post(`${importPath}/multipart`, body, signedIn(parts), importingForm(parts, flavour));
    app.post(`${base}/import/feature`, body, signedIn(parts), importingFeatures(parts, flavour));
  }
  return app;
}

/** The rate limit is checked before anything else. */
const limited =
  ({ count }: TmParts): RequestHandler =>
  (_request, response, next) => {
    const seconds = count.take();
    if (seconds > 0) response.status(429).set('retry-after', String(seconds)).json({ error: 'Too many requests' });
    else next();
  };

const signedIn =
  ({ tokens }: TmParts): RequestHandler =>
  ({ headers }, response, next) => {
    if (tokens.isGood(headers.authorization)) next();
    else response.status(401).json({ error: 'Authentication failed. Invalid client credentials or token!' });
  };

const Client = z.object({ client_id: z.string().min(1), client_secret: z.string().min(1) });

const signIn =
  ({ tokens }: TmParts): RequestHandler =>
  (request, response) => {
    const client = Client.safeParse(request.body).data;
    const { clientId, clientSecret } = SAMPLE_CLIENT;
    if (client === undefined) response.status(400).type('text').send('client_id and client_secret are needed');
    else if (client.client_id !== clientId || client.client_secret !== clientSecret)
      response.status(401).type('text').send('Invalid client credentials');
    else response.json(tokens.give());
  };

const Query = z.object({ filter: z.string().optional(), keys: z.string().optional(), fz: z.string().optional() });

const exporting =
  ({ pushed }: TmParts, flavour: Flavour): RequestHandler =>
  (request, response) => {
    const query = Query.safeParse(request.query).data ?? {};
    const isSelected = selectionOf(query);
    if (typeof isSelected === 'string') return void response.status(400).json({ error: isSelected });
    const files = exportFeatures([...REQUIREMENTS, ...pushed.requirements], isSelected);
    const [only, ...others] = Object.entries(files);
    if (flavour === 'server' && query.fz !== 'true' && only !== undefined && others.length === 0) {
      const [name, text] = only;
      response.attachment(name).type('text/plain').send(text);
      return;
    }
    const archive = Buffer.from(zipSync(files, { mtime: FILE_TIME }));
    response.attachment('FeatureBundle.zip').type('application/octet-stream').send(archive);
  };

function selectionOf({ filter, keys }: z.infer<typeof Query>) {
  if (keys !== undefined) {
    const wanted = new Set(keys.split(/[;,]/).map(key => key.trim()));
    return (test: TestIssue, { key }: Requirement) => wanted.has(test.key) || wanted.has(key);
  }
  if (filter === undefined) return 'Please provide the keys of issues or the id of a filter.';
  return FILTERS.get(filter) ?? `The filter with the id ${filter} does not exist.`;
}

const importing =
  ({ executions }: TmParts, flavour: Flavour): RequestHandler =>
  (request, response) =>
    answerImport({ executions, flavour, request, response, report: jsonIn(String(request.body)) });

const formOf = ({ headers, body }: Request): Promise<FormData | undefined> => {
  const type = { 'content-type': headers['content-type'] ?? '' };
  return new globalThis.Response(body, { headers: type }).formData().catch(() => undefined);
};

const importingForm =
  ({ executions }: TmParts, flavour: Flavour): RequestHandler =>
  async (request, response) => {
    const form = await formOf(request);
    const [report, info] = await Promise.all([jsonPart(form, 'results'), jsonPart(form, 'info')]);
    if (info === undefined) response.status(400).json({ error: 'The part "info" is missing.' });
    else answerImport({ executions, flavour, request, response, report, info });
  };

/** Takes one feature, or an archive of several; Xray Server answers with the bare list of tests. */
const importingFeatures =
  ({ pushed }: TmParts, flavour: Flavour): RequestHandler =>
  async (request, response) => {
    const { projectKey } = request.query;
    if (typeof projectKey !== 'string' || projectKey === '')
      return void response.status(400).json({ error: 'Please provide a project key, a project id or a source.' });
    const part = (await formOf(request))?.get('file') ?? undefined;
    if (!(part instanceof File)) return void response.status(400).json({ error: 'The part "file" is missing.' });
    const answer = pushed.take(projectKey, textsIn(Buffer.from(await part.arrayBuffer()), part.name));
    if (typeof answer === 'string') return void response.status(400).json({ error: answer });
    const { tests, errors } = answer;
    const self = (id: string) => `${request.protocol}://${request.headers.host}/rest/api/2/issue/${id}`;
    const issues = tests.map(({ id, key }) => ({ id, key, self: self(id) }));
    response.json(
      flavour === 'server' ? issues : { errors, updatedOrCreatedTests: issues, updatedOrCreatedPreconditions: [] },
    );
  };

function textsIn(bytes: Buffer, name: string): Record<string, string> {
  if (bytes.subarray(0, 2).toString() !== 'PK') return { [name]: bytes.toString('utf8') };
  const files = Object.entries(unzipSync(bytes)).filter(([file]) => file.endsWith('.feature'));
  return Object.fromEntries(files.map(([file, content]) => [file, Buffer.from(content).toString('utf8')]));
}

async function jsonPart(form: FormData | undefined, name: string): Promise<unknown> {
  const part = form?.get(name) ?? undefined;
  if (part === undefined) return undefined;
  return jsonIn(typeof part === 'string' ? part : await part.text());
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface Import {
  executions: Executions;
  flavour: Flavour;
  request: Request;
  response: Response;
  report: unknown;
  info?: unknown;
}

function answerImport({ executions, flavour, request, response, report, info }: Import): void {
  const { execution, error } = executions.import(report, info);
  if (execution === undefined) return void response.status(400).json({ error });
  const { id, key } = execution;
  const issue = { id, key, self: `${request.protocol}://${request.headers.host}/rest/api/2/issue/${id}` };
  response.json(flavour === 'cloud' ? issue : { testExecIssue: issue });
}
