import { Title } from '@mantine/core';
import { useIdeState } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { snapshotOf } from '../../app/state.ts';
import { COMMANDS } from '../../commands/index.ts';
import { CommandTextButton, MakeOrImport } from '../../parts/command-button.tsx';
import { Card } from '../../ui/card.tsx';
import { Failure } from '../../ui/failure.tsx';
import { Hint } from '../../ui/hint.tsx';
import { PlayIcon, TestIcon } from '../../ui/icons.ts';
import { SkeletonPage } from '../../ui/skeleton-page.tsx';
import { Facts } from './facts.tsx';
import classes from './health.module.css';
import { Incidents } from './incidents.tsx';
import { Modules } from './modules.tsx';
import { RunChanged } from './run-changed.tsx';
import { healthScreen } from './screen.ts';
import { Failing, Flaky, Repairs, Slow } from './test-lists.tsx';
import { useHealth } from './use-health.ts';

export function HealthScreen({ place }: { place: ProjectPlace }) {
  const { health, repairs, again } = useHealth();
  const hasTests = useIdeState(state => Object.keys(snapshotOf(state)?.tests ?? {}).length > 0);
  if (health.phase === 'failed')
    return <Failure title="Health cannot be shown" message={health.message} onRetry={again} isScreen />;
  if (health.phase === 'loading') return <SkeletonPage {...healthScreen.skeleton} />;
  const { runs, modules, total, failing, failingTests, failingScenarios, flaky, slow, incidents } = health.value;
  if (!hasTests) return <NoTests />;
  if (runs === 0)
    return (
      <Hint
        title="Nothing has run yet"
        icon={<PlayIcon size={22} aria-hidden />}
        actions={<CommandTextButton command={COMMANDS.runAll} icon={<PlayIcon size={15} aria-hidden />} />}
        isScreen
      >
        Once tests have run, this page tells which modules fail, and which tests are flaky or slow.
      </Hint>
    );
  return (
    <div className={`column scroll ${classes.screen}`}>
      <div className={`row wrap between ${classes.head}`}>
        <div className={`row wrap ${classes.title}`}>
          <Title order={1} size="lg">
            Health
          </Title>
          <p className={classes.quiet}>{healthScreen.skeleton.about}</p>
        </div>
        <div className="flex wrap gap-md" role="toolbar" aria-label="Run tests">
          <CommandTextButton command={COMMANDS.runAll} icon={<PlayIcon size={15} aria-hidden />} />
          <CommandTextButton
            command={COMMANDS.runFailed}
            icon={<PlayIcon size={15} aria-hidden />}
            variant="default"
            obstacle={failingTests === 0 ? 'No test failed the last time it ran' : undefined}
          />
          <RunChanged />
        </div>
      </div>
      <Facts health={health.value} repairs={repairs.total} place={place} />
      <Failing tests={failing} count={failingTests + failingScenarios} place={place} />
      <Repairs {...repairs} place={place} />
      <Incidents incidents={incidents} />
      <Modules modules={modules} total={total} place={place} />
      {(flaky.length > 0 || slow.length > 0) && (
        <div className={classes.pair}>
          {flaky.length > 0 && (
            <Card title="Flaky tests">
              <Flaky tests={flaky} place={place} />
            </Card>
          )}
          {slow.length > 0 && (
            <Card title="Slow tests">
              <Slow tests={slow} place={place} />
            </Card>
          )}
        </div>
      )}
    </div>
  );
}

const NoTests = () => (
  <Hint
    title="No tests yet"
    icon={<TestIcon size={22} aria-hidden />}
    actions={<MakeOrImport command={COMMANDS.newTest} />}
    isScreen
  >
    Write a test and run it: this page then shows which modules fail, and which tests are flaky or slow.
  </Hint>
);
