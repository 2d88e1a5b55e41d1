import type { FilePath } from '../../../model/names/file-path.ts';
import type { Isolation } from '../../../model/project/isolation.ts';
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

export type Asking = PlannedItem & { role?: string | undefined };

export interface ItemChoice {
  keep?: ((item: PlannedItem) => boolean) | undefined;
  shard?: Shard | undefined;
  /** Milliseconds by item key: the parts of a run then take about the same time. */
  durations?: ReadonlyMap<string, number> | undefined;
  /** Indexes among all items, in the order to run; they replace the choices above. */
  places?: readonly number[] | undefined;
}

export interface EveryItem {
  items: Asking[];
  /** By path. */
  features: ReadonlyMap<string, string>;
  warnings: readonly string[];
}

/** It may be a project that is only read. */
export interface RunnableProject {
  readonly projectId: string;
  readonly folder: string;
  readonly store: Pick<ProjectStore, 'content' | 'secrets'>;
  readonly runs: RunArchive;
  readonly signIns: SignInStates;
  readonly userFiles: { write(path: FilePath, bytes: Uint8Array): Promise<unknown> };
}

export interface RunTarget {
  module: Module;
  test: Test;
}

export interface RunRequest {
  content: VersionContent;
  targets: readonly RunTarget[];
  /** Scenarios run after the tests. */
  scenarios?: readonly ScenarioTarget[] | undefined;
  /** Whether steps after an unimplemented one run too. */
  keepRunning?: boolean | undefined;
  environment?: string | undefined;
  parameters?: Readonly<Record<string, string>> | undefined;
  /** Of the data of the test, from 0; undefined: each. */
  row?: number | undefined;
  fromAction?: number | undefined;
  toAction?: number | undefined;
  context?: 'fresh' | 'live' | undefined;
  slowMoMs?: number | undefined;
  screenshots?: 'off' | 'failure' | 'each' | undefined;
  video?: KeptOf | undefined;
  headed?: boolean | undefined;
  /** Whether it leaves the app window to others even while that is free. */
  isBeside?: boolean | undefined;
  role?: string | undefined;
  /** Whether the run only tries the sign-in: there may be no working role yet. */
  isTried?: boolean | undefined;
  updateScreenshots?: boolean | undefined;
  repair?: boolean | undefined;
  debugging?: Debugging | undefined;
  trace?: KeptOf | undefined;
  workers?: number | undefined;
  /** The `@retries:` tags of an item win. */
  retries?: number | undefined;
  repeatEach?: number | undefined;
  /** Each item runs once on each of these, which win over the browser that it has itself. Default: only as it is. */
  devices?: readonly string[] | undefined;
  /** The `@isolation:` tags of an item win. */
  isolation?: Isolation | undefined;
  maxFailures?: number | undefined;
  /** For actions without a timeout of their own. */
  timeoutMs?: number | undefined;
  /** `place`: index among all items. It is tried once: the caller retries it. */
  onlyItem?: { place: number; of: EveryItem } | undefined;
  /** Attempt at `onlyItem`, from 0. */
  attempt?: number | undefined;
  choice?: ItemChoice | undefined;
}
