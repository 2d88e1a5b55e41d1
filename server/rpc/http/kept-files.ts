/** `GET /api/runs/<runId>/<file>`, `GET /api/screenshots/<name>`: for every token of the project and for people. */
import type { Request, RequestHandler } from 'express';
import { AppError } from '../../../model/errors/errors.ts';
import type { Caller } from '../../tools/define/define-tool.ts';
import { type KnownRouteParts, knownRoute } from './known-route.ts';

interface KeptFile {
  bytes: Buffer;
  mediaType: string;
}

/** In files of runs, secrets that are known by now are masked. Errors: `not-found`. */
export interface KeptFiles {
  ofRun(projectId: string, runId: string, file: string): Promise<KeptFile>;
  screenshot(projectId: string, name: string): Promise<KeptFile>;
}

interface KeptFilesOptions extends KnownRouteParts {
  files: KeptFiles;
}

/** Files of this type are never shown in the browser. */
const DOWNLOAD = 'application/octet-stream';

export function createKeptFiles({ files, ...parts }: KeptFilesOptions) {
  const serve = (read: (projectId: string, params: Request['params']) => Promise<KeptFile>): RequestHandler =>
    knownRoute(parts, ['GET', 'HEAD'], async ({ request, response, caller, headers }) => {
      const { bytes, mediaType } = await read(projectOf(caller, request), request.params);
      const own = { 'Content-Type': mediaType, 'Content-Length': bytes.length, ...asDownload(mediaType, request) };
      response.writeHead(200, { ...headers, ...own }).end(bytes);
    });
  return {
    ofRuns: serve((projectId, { runId, file }) => files.ofRun(projectId, textOf(runId), textOf(file))),
    screenshots: serve((projectId, { name }) => files.screenshot(projectId, textOf(name))),
  };
}

const asDownload = (mediaType: string, request: Request): Record<string, string> =>
  mediaType === DOWNLOAD ? { 'Content-Disposition': `attachment; filename*=UTF-8''${nameIn(request)}` } : {};

const nameIn = ({ params }: Request): string =>
  encodeURIComponent(textOf(params.file ?? params.name).replace(/^.*\//, '')).replace(/['()*]/g, encodeRest);

const encodeRest = (character: string): string => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/** A wildcard comes in parts. */
const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join('/') : (value ?? '');

/** Errors: `forbidden` for a token of another project; `invalid-params` when the owner names none. */
export function projectOf({ projectId }: Caller, { query }: Request): string {
  const wanted = typeof query.projectId === 'string' ? query.projectId : projectId;
  if (wanted === undefined)
    throw new AppError('invalid-params', '"projectId" is missing: add ?projectId=… to the address.', {
      field: 'projectId',
    });
  if (projectId !== undefined && wanted !== projectId)
    throw new AppError('forbidden', `This token is for the project ${projectId}, not for ${wanted}.`, {
      field: 'projectId',
    });
  return wanted;
}
