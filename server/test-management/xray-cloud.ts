import { exportSource } from './export-source.ts';
import { importSink } from './import-sink.ts';
import { type FeatureService, requireUrl } from './ports.ts';
import { clientCredentials, tokenSignIn } from './sign-in.ts';

/** Xray of Jira Cloud: client ID and secret for a token of a day, archives by filter or keys. */
export const xrayCloud: FeatureService = {
  addresses: ({ origin }) => ({
    authUrl: `${origin}/api/v1/authenticate`,
    importUrl: `${origin}/api/v2/import/execution/cucumber`,
  }),
  signIn: settings =>
    settings.token !== undefined && settings.clientSecret === undefined
      ? tokenSignIn(settings.token)
      : clientCredentials(settings),
  source: settings => exportSource(requireUrl(settings)),
  sink: ({ importUrl, info }) => importSink(importUrl, info),
};
