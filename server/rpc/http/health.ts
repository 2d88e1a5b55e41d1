/** `GET /api/health`: whether the service runs, for everybody; which projects it serves, for those who may use them. */
import type { RequestHandler } from 'express';
import type { Identify } from '../access/identify.ts';
import type { Fault } from '../calls/fault.ts';
import { faultHeaders, sendJson } from './mcp-endpoint.ts';

interface HealthOptions {
  identify: Identify;
  release: string;
  projectIds(): readonly string[];
  explain(error: unknown): Fault;
}

/** Somebody who shows a token, or the session of a page, is told whether it is known. */
export function createHealth({ identify, release, projectIds, explain }: HealthOptions): RequestHandler {
  return (request, response) => {
    const state = { status: 'ok', release };
    if (request.headers.authorization === undefined) return sendJson(response, { httpStatus: 200, body: state });
    try {
      const { projectId: only } = identify(request);
      const projects = projectIds().filter(projectId => only === undefined || projectId === only);
      sendJson(response, { httpStatus: 200, body: { ...state, projects } });
    } catch (error) {
      const fault = explain(error);
      const { httpStatus, kind, message, data } = fault;
      sendJson(response, { httpStatus, body: { error: kind, message, ...data }, headers: faultHeaders(fault) });
    }
  };
}
