import { environmentSecretKey } from '../../model/project/environment.ts';
import type { CheckedProject, EditCheck } from '../store/undo-history.ts';
import { type OwnCredentials, ownNames, refuseNewHost } from './own-credentials.ts';
import { type ReferencedValues, withAddresses } from './references.ts';

/** What programs with a token must not bring about by any edit: that credentials of the process go to a new host. */
export function checkEdits(own: OwnCredentials): EditCheck | undefined {
  if (ownNames(own).length === 0 || own.credentialHosts !== undefined) return undefined;
  return (before, after) => {
    const next = withAddresses(valuesOf(after));
    if (next !== undefined) refuseNewHost(own, { old: withAddresses(valuesOf(before)), next });
  };
}

const valuesOf = ({ content, secret }: CheckedProject): ReferencedValues => ({
  content,
  secrets: {
    ofEnvironment: (versionId, { environmentCode }, name) =>
      secret(environmentSecretKey(versionId, environmentCode, name)),
  },
});
