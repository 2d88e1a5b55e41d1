import type { Action } from '../../model/actions/index.ts';
import type { DataValues } from '../../model/names/codes.ts';
import type { EnvironmentItem } from '../../model/project/environment.ts';
import type { Test } from '../../model/project/test.ts';

export interface ExportedTest {
  test: Test;
  testOf(code: string): Test | undefined;
  /** Empty where the project has none. */
  appUrl: string;
  environment: readonly EnvironmentItem[];
  /** Data of the module goes over data of the project. */
  data: DataValues;
  rows: readonly DataValues[];
  steps: readonly { text: string; parameters?: Readonly<Record<string, string>> | undefined }[];
  titleOf(action: Action): string;
}

export interface Export {
  text: string;
  /** Without a dot, e.g. `spec.ts`. */
  extension: string;
  notes: string[];
}

export type Exporter = (exported: ExportedTest) => Export;
