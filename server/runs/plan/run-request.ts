/** The input of planning a run: project, request and choice of items. */
import type { KeptOf } from '../../../model/project/kept-of.ts';
import type { Module } from '../../../model/project/module.ts';
import type { Test } from '../../../model/project/test.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { Debugging, PlannedItem } from '../../../model/protocol/bridge.ts';
import type { Shard } from '../../../model/run/shard.ts';
import type { ProjectStore } from '../../store/edits/project-store.ts';
import type { RunArchive } from '../record/run-archive.ts';
import type { ScenarioTarget } from './plan-scenarios.ts';
import type { SignInStates } from './sign-in-states.ts';

/** A planned test with the role that it asks for. */
export type Asking = PlannedItem & { role?: string | undefined };

/** Which of the items that a run comes to are to run. */
export interface ItemChoice {
  /** Default: all. */
  keep?: ((item: PlannedItem) => boolean) | undefined;
  /** Runs only the part of one machine. */
  shard?: Shard | undefined;
  /** How long items take in milliseconds, by their keys: parts then take about the same time. */
  durations?: ReadonlyMap<string, number> | undefined;
  /** These instead, in this order, by where they are among all. */
  places?: readonly number[] | undefined;
}

/** All that a run comes to, whatever is chosen of it. */
export interface EveryItem {
  items: Asking[];
  /** Texts of the files of their scenarios, by path. */
  features: ReadonlyMap<string, string>;
  /** Notes on items that its suites hold and do not run. */
  warnings: readonly string[];
}

/** As much of a project as a run needs; it may be one that is only read. */
export interface RunnableProject {
  readonly projectId: string;
  readonly folder: string;
  readonly store: Pick<ProjectStore, 'content' | 'secrets'>;
  readonly runs: RunArchive;
  readonly signIns: SignInStates;
}

export interface RunTarget {
  module: Module;
  test: Test;
}

export interface RunRequest {
  content: VersionContent;
  targets: readonly RunTarget[];
  /** Scenarios, which run after them. */
  scenarios?: readonly ScenarioTarget[] | undefined;
  /** Whether steps after one that nothing implements run all the same. */
  keepRunning?: boolean | undefined;
  environment?: string | undefined;
  parameters?: Readonly<Record<string, string>> | undefined;
  fromAction?: number | undefined;
  toAction?: number | undefined;
  context?: 'fresh' | 'live' | undefined;
  slowMoMs?: number | undefined;
  screenshots?: 'off' | 'failure' | 'each' | undefined;
  /** Attempts whose video is kept. Default: the project's setting, else none. */
  video?: KeptOf | undefined;
  headed?: boolean | undefined;
  /** Overrides the roles of all tests. */
  role?: string | undefined;
  /** Whether the run only tries the sign-in: there may be no working role yet. */
  isTried?: boolean | undefined;
  updateScreenshots?: boolean | undefined;
  /** Default: true. */
  repair?: boolean | undefined;
  /** Default: no pauses. */
  debugging?: Debugging | undefined;
  /** Attempts whose trace, the page before and after every action, is kept. Default: the project's setting. */
  trace?: KeptOf | undefined;
  /** Number of windows side by side. Default: the project's setting, else one. */
  workers?: number | undefined;
  /** How often what does not pass is run again, unless its tags say it. Default: as the project has it, else not at all. */
  retries?: number | undefined;
  /** How many times each item runs. Default: once. */
  repeatEach?: number | undefined;
  /** No further test begins once so many have failed. */
  maxFailures?: number | undefined;
  /** How long an action may take that does not say it itself. Default: as the project has it. */
  timeoutMs?: number | undefined;
  /** The one item to run among all that the run comes to, by its place: once, whoever asks for it tries again. Default: all. */
  onlyItem?: { place: number; of: EveryItem } | undefined;
  /** Which attempt at that item it is, from 0. */
  attempt?: number | undefined;
  /** Which of all items that the run comes to are to run. Default: all. */
  choice?: ItemChoice | undefined;
}
