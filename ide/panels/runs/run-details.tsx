import { useMemo, useState } from 'react';
import { itemKey } from '../../../model/run/item-title.ts';
import type { ProjectPlace } from '../../app/places.ts';
import { ActionResults, FailureWords, isRepaired } from './action-results.tsx';
import { NothingFits } from './filter-bar.tsx';
import { FlakyMark } from './flaky-mark.tsx';
import { Folding, type Measured } from './folding.tsx';
import classes from './report.module.css';
import { Report, useKeptChoice, useReport } from './report-context.ts';
import { isScenario, type ReportGroup, type ReportResults, type ShownResult } from './report-results.ts';
import { type DrawnGroup, type DrawnResult, drawnGroups, rowsOf } from './report-rows.ts';
import type { Histories, ShownRun, ShownTest } from './run-reply.ts';
import runs from './runs.module.css';
import { ScenarioResult } from './scenario-result.tsx';
import { useDrawnRows } from './use-drawn-rows.ts';

interface RunDetailsProps {
  run: ShownRun;
  histories: Histories;
  results: ReportResults;
  /** Changes with the filter: each shows its beginning first. */
  view: string;
  omitted: string | undefined;
  place: ProjectPlace;
  onShowAll(): void;
}

/** Every test of a run with its actions, and every scenario with its steps, under their modules and features. */
export function RunDetails({ run, histories, results, view, omitted, place, onShowAll }: RunDetailsProps) {
  const { groups, isFiltered } = results;
  const [toggled, setToggled] = useState<ReadonlyMap<string, boolean>>(new Map());
  // Each scrolling draws anew.
  const { isOpen, rows } = useMemo(() => {
    const isOpen = ({ code, state }: ReportGroup) =>
      toggled.get(code) ?? (isFiltered || groups.length === 1 || state !== 'passed');
    return { isOpen, rows: rowsOf(groups, isOpen) };
  }, [groups, isFiltered, toggled]);
  const report = useReportOf({ run, histories, place });
  const { drawn, below, setScroller, measure } = useDrawnRows(rows, view);
  return (
    <div ref={setScroller} className={runs.details}>
      {isFiltered && groups.length === 0 && <NothingFits what="result" onShowAll={onShowAll} />}
      <Report value={report}>
        {drawnGroups(rows, drawn).map(shown => (
          <Group
            key={shown.group.code}
            shown={shown}
            place={place}
            isOpen={isOpen(shown.group)}
            onToggle={open => setToggled(new Map([...toggled, [shown.group.code, open]]))}
            measure={measure}
          />
        ))}
      </Report>
      <div style={{ height: below }} />
      {omitted !== undefined && <p className={runs.omitted}>{omitted.replace(/;.*$/s, '.')}</p>}
    </div>
  );
}

function useReportOf({ run, histories, place }: Pick<RunDetailsProps, 'run' | 'histories' | 'place'>) {
  const [kept] = useState(() => new Map<string, boolean>());
  return useMemo(() => {
    const positions = new Map([...run.items, ...run.scenarios].map((result, index) => [result, `${index + 1}`]));
    const execution = { ...place, isReport: undefined, compare: undefined };
    return {
      kept,
      execution,
      historyOf: (result: ShownResult) => histories.get(itemKey(result)),
      positionOf: (result: ShownResult) => positions.get(result) ?? '',
    };
  }, [run, histories, place, kept]);
}

interface GroupProps {
  shown: DrawnGroup;
  place: ProjectPlace;
  isOpen: boolean;
  onToggle(isOpen: boolean): void;
  measure: Measured['ref'];
}

function Group({ shown, place, isOpen, onToggle, measure }: GroupProps) {
  const { code, title, isFeature, state, counts, ms, results } = shown.group;
  const { projectId, versionId } = place;
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
          : { ...where, tab: 'modules', ...moduleOf(results) },
        name: `Open ${what.toLowerCase()} ${title}`,
      }}
      measured={{ ref: measure, ...shown.head }}
    >
      {shown.results.map(drawn => (
        <Result key={itemKey(drawn.result)} drawn={drawn} where={where} measure={measure} />
      ))}
    </Folding>
  );
}

interface ResultProps {
  drawn: DrawnResult;
  where: Pick<ProjectPlace, 'projectId' | 'versionId'>;
  measure: Measured['ref'];
}

function Result({ drawn: { result, index, gap }, where, measure }: ResultProps) {
  const measured = { ref: measure, index, gap };
  return isScenario(result) ? (
    <ScenarioResult scenario={result} place={{ ...where, tab: 'features' }} measured={measured} />
  ) : (
    <TestResult test={result} place={{ ...where, tab: 'modules' }} measured={measured} />
  );
}

function moduleOf([first]: readonly ShownResult[]): Pick<ProjectPlace, 'moduleId'> {
  return first === undefined || isScenario(first) ? {} : { moduleId: first.moduleCode };
}

interface TestResultProps {
  test: ShownTest;
  place: ProjectPlace;
  measured: Measured;
}

/** A test of a run, or one of its data rows, and what its actions did. */
function TestResult({ test, place: { projectId, versionId }, measured }: TestResultProps) {
  const { title, state, ms, error, moduleCode: moduleId, testCode: testId, actions } = test;
  const { positionOf, historyOf } = useReport();
  const [isOpen, onToggle] = useKeptChoice(itemKey(test), state !== 'passed' || actions.some(isRepaired));
  return (
    <Folding
      label={`Test ${title}`}
      level={3}
      title={
        <>
          <span dir="auto">{title}</span> <FlakyMark history={historyOf(test)} />
        </>
      }
      {...{ state, ms, isOpen, onToggle, measured }}
      link={{ place: { tab: 'modules', projectId, versionId, moduleId, testId }, name: `Open test ${title}` }}
    >
      {error !== undefined && <FailureWords failure={error} />}
      <ActionResults actions={actions} above={positionOf(test)} />
    </Folding>
  );
}
