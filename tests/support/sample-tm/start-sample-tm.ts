import express, { type Request, type RequestHandler } from 'express';
import { unzipSync } from 'fflate';
import { type OpenServer, openServer } from '../../../server/process/open-server.ts';
import type { Execution } from '../../../server/sample-tm/executions.ts';
import { createSampleTm, type SampleTmOptions as ServiceOptions } from '../../../server/sample-tm/sample-tm.ts';
import { type FaultPlace, Faults } from './faults.ts';

/** A request as it came, without its secrets. */
interface SeenRequest {
  method: string;
  path: string;
  host: string;
  /** How whoever asked said who it is: Basic, Bearer, or not. */
  authorization: string | undefined;
}

export interface SampleTm extends OpenServer {
  readonly executions: readonly Execution[];
  /** What was asked, oldest first. */
  readonly seen: readonly SeenRequest[];
  expireTokens(): void;
}

export interface SampleTmOptions extends ServiceOptions {
  /** As `FAULT_HELP` has them. */
  faults?: readonly string[];
}

/** The made-up service of the product, which notes what it is asked and fails where and as often as was said. */
export async function startSampleTm({ faults = [], ...options }: SampleTmOptions = {}): Promise<SampleTm> {
  const { app, ...tm } = createSampleTm(options);
  const seen: SeenRequest[] = [];
  const noting: RequestHandler = ({ method, path, headers }, _response, next) => {
    const { host = '', authorization } = headers;
    seen.push({ method, path, host, authorization: authorization?.split(' ')[0] });
    next();
  };
  const front = express()
    .use(noting)
    .use(failing(new Faults(faults)))
    .use(app);
  return { ...(await openServer(front, {})), ...tm, seen };
}

const failing =
  (faults: Faults): RequestHandler =>
  (request, response, next) => {
    const place = placeOf(request);
    if (place === undefined) return next();
    if (faults.answers(place, request, response)) return;
    const { json, send } = response;
    if (place === 'sign-in')
      response.json = body => {
        response.json = json;
        if (response.statusCode === 200) faults.sendToken(String(body), response);
        else response.json(body);
        return response;
      };
    if (place === 'export')
      response.send = body => {
        response.send = send;
        const isArchive = Buffer.isBuffer(body) && body.subarray(0, 2).toString() === 'PK';
        const spoil = isArchive ? faults.archive() : undefined;
        return response.send(spoil === undefined ? body : spoil(entriesOf(body)));
      };
    next();
  };

const PLACE_PATHS: readonly (readonly [FaultPlace, RegExp])[] = [
  ['sign-in', /\/authenticate$/],
  ['export', /\/export\//],
  ['import', /\/import\//],
];

const placeOf = ({ path }: Request): FaultPlace | undefined => PLACE_PATHS.find(([, shape]) => shape.test(path))?.[0];

const entriesOf = (archive: Uint8Array) =>
  Object.entries(unzipSync(archive)).map(([name, bytes]) => ({ name, bytes: Buffer.from(bytes) }));
