import { counted } from '../../../../model/names/counted.ts';
import { useIdeState } from '../../../app/context.tsx';
import type { Session } from '../../../app/session.ts';
import { snapshotOf } from '../../../app/state.ts';
import { LoadedCard } from '../parts/loaded-card.tsx';
import { Comparison } from './comparison.tsx';
import { EnvironmentCard } from './environment-card.tsx';
import type { ListedEnvironment } from './environment-draft.ts';
import { AddEnvironment } from './new-environment.tsx';

const MOST = 1_000;

const readEnvironments = async (session: Session): Promise<readonly ListedEnvironment[]> =>
  (await session.call('getEnvironments', { limit: MOST })).environments;

export function EnvironmentsSettings({ projectId }: { projectId: string }) {
  const versionId = useIdeState(state => snapshotOf(state)?.versionId ?? '');
  return (
    <LoadedCard title="Environments" read={readEnvironments}>
      {(environments, { again, take }) => (
        <>
          <Head projectId={projectId} environments={environments} onMade={again} />
          {environments.map(environment => (
            <EnvironmentCard
              key={environment.environmentCode}
              projectId={projectId}
              versionId={versionId}
              environment={environment}
              onChanged={changed => {
                if (changed === undefined) return again();
                const isIt = ({ environmentCode }: ListedEnvironment) => environmentCode === changed.environmentCode;
                take(environments.map(one => (isIt(one) ? changed : one)));
              }}
            />
          ))}
          {environments.length > 1 && <Comparison environments={environments} />}
        </>
      )}
    </LoadedCard>
  );
}

interface HeadProps {
  projectId: string;
  environments: readonly ListedEnvironment[];
  onMade(): void;
}

const Head = ({ projectId, environments, onMade }: HeadProps) => (
  <AddEnvironment projectId={projectId} title={counted(environments.length, 'environment')} onMade={onMade}>
    {environments.length === 0 ? (
      <p className="flush note">
        None yet. An environment is a set of values, such as one for staging and one for local runs. Make one, then
        import its .env file or type the values.
      </p>
    ) : (
      <p className="flush note">
        Tests read values as <code>{'{{env.NAME}}'}</code>, secrets as <code>{'{{secret.NAME}}'}</code> and addresses of
        apps as <code>{'{{app.NAME}}'}</code>. Which environment runs use is chosen at the top.
      </p>
    )}
  </AddEnvironment>
);
