import { counted } from '../../../model/names/counted.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { runModule } from '../../commands/run-several.ts';
import { CommandButton } from '../../parts/command-button.tsx';
import { PlaceLink } from '../../parts/place-link.tsx';
import { StateIcon } from '../../parts/run-states.tsx';
import { Card } from '../../ui/card.tsx';
import { PlayIcon } from '../../ui/icons.ts';
import classes from './health.module.css';
import { RunBars } from './run-bars.tsx';
import type { ShownModule } from './use-health.ts';

interface ModulesProps {
  modules: readonly ShownModule[];
  total: number;
  place: ProjectPlace;
}

/** The worst first. */
export const Modules = ({ modules, total, place }: ModulesProps) => (
  <Card title="Modules" aside={<span className={classes.quiet}>Last 20 runs of each</span>}>
    <ul className="plain-list" aria-label="Modules">
      {modules.map(module => (
        <ModuleRow key={module.moduleCode} module={module} place={place} />
      ))}
    </ul>
    {total > modules.length && (
      <p className={classes.quiet}>{total - modules.length} further modules, of which less fails, are not listed.</p>
    )}
  </Card>
);

interface HealthRowProps {
  module: ShownModule;
  place: ProjectPlace;
}

function ModuleRow({ module, place: { projectId, versionId } }: HealthRowProps) {
  const { moduleCode, name, tests, failing, runs, passRate } = module;
  return (
    <li className={classes.module}>
      <StateIcon state={stateOf(module)} size={17} label={wordOf(module)} />
      <PlaceLink
        className={`plain-link medium ellipsis ${classes.name}`}
        place={{ tab: 'modules', projectId, versionId, moduleId: moduleCode }}
      >
        <span dir="auto">{name}</span>
      </PlaceLink>
      <span className={classes.quiet}>{counted(tests, 'test')}</span>
      <RunBars runs={runs} />
      <span className={classes.rate}>{passRate === undefined ? '–' : `${rounded(passRate)} %`}</span>
      <span className={`small quiet ellipsis ${classes.word}`} data-bad={failing > 0 || undefined}>
        {wordOf(module)}
      </span>
      <CommandButton command={runModule(module)} icon={<PlayIcon size={15} />} size="sm" />
    </li>
  );
}

/** Never 100 where something failed. */
const rounded = (rate: number): number => (rate === 100 ? 100 : Math.min(99, Math.round(rate)));

const stateOf = ({ failing, runs }: ShownModule): string => {
  if (failing > 0) return 'failed';
  return runs.length === 0 ? 'idle' : 'passed';
};

function wordOf({ failing, runs, hasRun, neverRan }: ShownModule): string {
  if (failing > 0) return counted(failing, 'test fails', 'tests fail');
  if (runs.length === 0) return hasRun ? 'not run lately' : 'not run yet';
  return neverRan === 0 ? 'all pass' : `${neverRan} not run yet`;
}
