/** The input and output of exporters. */
import type { Action } from '../../model/actions/index.ts';
import type { DataValues } from '../../model/names/codes.ts';
import type { EnvironmentItem } from '../../model/project/environment.ts';
import type { Test } from '../../model/project/test.ts';

export interface ExportedTest {
  test: Test;
  /** The test that a code names, for those that are plugged in. */
  testOf(code: string): Test | undefined;
  /** Base address of the app; empty where the project has none. */
  appUrl: string;
  environment: readonly EnvironmentItem[];
  /** Data of the project and the module, the nearer over the farther. */
  data: DataValues;
  /** Rows that the test runs with. */
  rows: readonly DataValues[];
  /** Texts of steps that are linked to the test, with what its parameters get. */
  steps: readonly { text: string; parameters?: Readonly<Record<string, string>> | undefined }[];
  titleOf(action: Action): string;
}

export interface Export {
  text: string;
  /** File extension, e.g. `spec.ts`. */
  extension: string;
  /** Sentences about what is missing or must be done by hand. */
  notes: string[];
}

export type Exporter = (exported: ExportedTest) => Export;
