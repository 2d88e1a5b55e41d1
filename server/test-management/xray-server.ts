import { exportSource } from './export-source.ts';
import { importSink } from './import-sink.ts';
import { type ConnectionSettings, type FeatureService, requireUrl, type ServerSignIn } from './ports.ts';
import { pushTarget } from './push-target.ts';
import { basicSignIn, clientCredentials, noSignIn, tokenSignIn } from './sign-in.ts';

const EXPORT_PATH = /\/export\/test\/?$/;

/** A long-lived token, else user name and password, unless there is an address that exchanges those for a token. */
export function ownSignIn(settings: ConnectionSettings): ServerSignIn {
  const { token, clientId, clientSecret, authUrl } = settings;
  if (token !== undefined) return tokenSignIn(token);
  if (authUrl !== undefined) return clientCredentials(settings);
  return clientId === undefined && clientSecret === undefined ? noSignIn : basicSignIn(settings);
}

export const xrayServer: FeatureService = {
  addresses({ origin, pathname }) {
    if (!EXPORT_PATH.test(pathname)) return {};
    return { importUrl: `${origin}${pathname.replace(EXPORT_PATH, '/import/execution/cucumber')}` };
  },
  signIn: ownSignIn,
  source: settings => exportSource(requireUrl(settings)),
  sink: ({ importUrl }) => importSink(importUrl),
  target: pushTarget,
};
