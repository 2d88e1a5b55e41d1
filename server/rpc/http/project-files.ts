/** `GET` and `POST /api/files?path=…`: byte for byte; a person, or a token that may write, puts files. */
import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '../../../model/errors/errors.ts';
import type { Caller } from '../../tools/define/define-tool.ts';
import { projectOf } from './kept-files.ts';
import { type KnownRouteParts, knownRoute } from './known-route.ts';
import { readBody } from './read-body.ts';
import { sendJson } from './send-json.ts';

/** Errors: those of the store, `invalid-params` for an impossible path. */
export interface ProjectFilesPort {
  read(projectId: string, path: unknown): Promise<Buffer>;
  write(projectId: string, path: unknown, bytes: Buffer): Promise<{ path: string }>;
}

interface ProjectFilesOptions extends KnownRouteParts {
  files: ProjectFilesPort;
  limitBytes: number;
}

export const createProjectFiles = ({ files, limitBytes, ...parts }: ProjectFilesOptions): RequestHandler =>
  knownRoute(parts, ['GET', 'HEAD', 'POST'], async ({ request, response, caller, headers }) => {
    const { path } = request.query;
    const projectId = projectOf(caller, request);
    if (request.method !== 'POST') return sendFile(response, headers, await files.read(projectId, path));
    const bytes = await bytesOf(request, caller, limitBytes);
    if (bytes === undefined) return;
    const written = await files.write(projectId, path, bytes);
    sendJson(response, { httpStatus: 200, body: { path: written.path, sizeBytes: bytes.length }, headers });
  });

const sendFile = (response: Response, headers: Record<string, string>, bytes: Buffer): void =>
  void response
    .writeHead(200, {
      ...headers,
      'Content-Type': 'application/octet-stream',
      // Files of people are never shown as a page of this service.
      'Content-Disposition': 'attachment',
      'Content-Length': bytes.length,
    })
    .end(bytes);

async function bytesOf(request: Request, { access, actor }: Caller, limitBytes: number): Promise<Buffer | undefined> {
  if (access === 'read')
    throw new AppError('forbidden', `Putting files needs write access; the token "${actor.name}" may only read.`, {
      next: 'Use a token with access "write".',
      facts: { requiredAccess: 'write' },
    });
  const body = await readBody(request, limitBytes);
  if (body.kind === 'too-large')
    throw new AppError('too-large', `The file is over ${limitBytes} bytes.`, { facts: { limitBytes } });
  return body.kind === 'gone' ? undefined : body.bytes;
}
