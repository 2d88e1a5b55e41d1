import { useState } from 'react';
import { scenarioReference } from '../../../model/run/item-title.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { MoreButton } from '../../ui/more-button.tsx';
import { NothingFits } from './filter-bar.tsx';
import { Folding } from './folding.tsx';
import classes from './report.module.css';
import { isScenario, type ReportGroup, type ReportResults, type ShownResult } from './report-results.ts';
import runs from './runs.module.css';
import { ScenarioResult } from './scenario-result.tsx';
import { TestResult } from './test-result.tsx';

interface RunDetailsProps {
  results: ReportResults;
  /** Changes with the filter: each shows its beginning first. */
  view: string;
  omitted: string | undefined;
  place: ProjectPlace;
  onShowAll(): void;
}

/** A run may have thousands. */
const SHOWN_AT_ONCE = 100;

/** Every test of a run with its actions, and every scenario with its steps, under their modules and features. */
export function RunDetails({ results, view, omitted, place, onShowAll }: RunDetailsProps) {
  const [paged, setPaged] = useState({ view, most: SHOWN_AT_ONCE });
  const most = paged.view === view ? paged.most : SHOWN_AT_ONCE;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  const { groups, isFiltered } = results;
  const isOpen = ({ code, state }: ReportGroup) =>
    toggled.get(code) ?? (isFiltered || groups.length === 1 || state !== 'passed');
  const rows = groups.flatMap(group => [group, ...(isOpen(group) ? group.results : [])]);
  const shown = new Set<object>(rows.slice(0, most));
  const left = rows.length - shown.size;
  return (
    <div className={runs.details}>
      {isFiltered && groups.length === 0 && <NothingFits what="result" onShowAll={onShowAll} />}
      {groups
        .filter(group => shown.has(group))
        .map(group => (
          <Group
            key={group.code}
            group={group}
            place={place}
            isOpen={isOpen(group)}
            onToggle={open => setToggled(new Map([...toggled, [group.code, open]]))}
            shown={group.results.filter(result => shown.has(result))}
          />
        ))}
      {left > 0 && (
        <MoreButton
          className={runs.more}
          label={`Show ${Math.min(left, SHOWN_AT_ONCE)} more of ${left}`}
          onMore={() => setPaged({ view, most: most + SHOWN_AT_ONCE })}
        />
      )}
      {omitted !== undefined && <p className={runs.omitted}>{omitted.replace(/;.*$/s, '.')}</p>}
    </div>
  );
}

interface GroupProps {
  group: ReportGroup;
  place: ProjectPlace;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  shown: readonly ShownResult[];
}

function Group({ group, place: { projectId, versionId }, isOpen, onToggle, shown }: GroupProps) {
  const { code, title, isFeature, state, counts, ms } = group;
  const what = isFeature ? 'Feature' : 'Module';
  const where = { projectId, versionId };
  return (
    <Folding
      label={`${what} ${title}`}
      level={2}
      title={
        <>
          <span dir="auto">{title}</span> <span className={classes.counts}>{counts}</span>
        </>
      }
      {...{ state, ms, isOpen, onToggle }}
      link={{
        place: isFeature
          ? { ...where, tab: 'features', feature: code }
          : { ...where, tab: 'modules', ...moduleOf(group.results) },
        name: `Open ${what.toLowerCase()} ${title}`,
      }}
    >
      {shown.map(result =>
        isScenario(result) ? (
          <ScenarioResult key={scenarioReference(result)} scenario={result} place={{ ...where, tab: 'features' }} />
        ) : (
          <TestResult
            key={`${result.testCode} ${result.row?.index}`}
            test={result}
            place={{ ...where, tab: 'modules' }}
          />
        ),
      )}
    </Folding>
  );
}

function moduleOf([first]: readonly ShownResult[]): Pick<ProjectPlace, 'moduleId'> {
  return first === undefined || isScenario(first) ? {} : { moduleId: first.moduleCode };
}
