import { AppError } from '../../model/errors/errors.ts';
import { environmentSecretKey } from '../../model/project/environment.ts';
import {
  FEATURE_SERVER_SECRETS,
  type FeatureServer,
  featureServerSecretKey,
  originsOf,
} from '../../model/project/feature-server.ts';
import type { CheckedProject, EditCheck } from '../store/edits/undo-history.ts';
import { type OwnCredentials, refuseNewHost } from './own-credentials.ts';
import { ADDRESSES, type ReferencedValues, withAddresses } from './references.ts';

/** What programs with a token must not bring about by any edit: that credentials go to a host that they did not go to. */
export function checkEdits(own: OwnCredentials): EditCheck {
  return (before, after) => {
    const next = withAddresses(valuesOf(after));
    if (next === undefined) return;
    const old = withAddresses(valuesOf(before));
    refuseNewHost(own, { old, next });
    refuseKeptSecrets({ before, after }, { old, next });
  };
}

const valuesOf = ({ content, secret }: CheckedProject): ReferencedValues => ({
  content,
  secrets: {
    ofEnvironment: (versionId, { environmentCode }, name) =>
      secret(environmentSecretKey(versionId, environmentCode, name)),
  },
});

interface Edited {
  before: CheckedProject;
  after: CheckedProject;
}

interface Addressed {
  old: FeatureServer | undefined;
  next: FeatureServer;
}

/** Settings that name another host drop them by themselves; the value that an address refers to may lead elsewhere, too. */
function refuseKeptSecrets({ before, after }: Edited, { old, next }: Addressed): void {
  const [was, is] = [before, after].map(({ content }) => content.project.integration);
  if (ADDRESSES.some(field => was?.[field] !== is?.[field])) return;
  const kept = FEATURE_SERVER_SECRETS.filter(name => {
    const secretOf = ({ content, secret }: CheckedProject) =>
      content.project.integration?.[name] ?? secret(featureServerSecretKey(name));
    return secretOf(after) !== undefined && secretOf(after) === secretOf(before);
  });
  if (kept.length === 0 || old === undefined) return;
  const known = originsOf(old);
  const strange = [...originsOf(next)].find(origin => !known.has(origin));
  if (strange === undefined) return;
  const names = kept.join(' and ');
  throw new AppError(
    'forbidden',
    `${names} of the feature server would go to ${strange}, which only people at the machine may do.`,
    {
      next: `Use the page or the command line, or remove ${names} with configureFeatureServer first and set it again afterwards.`,
    },
  );
}
