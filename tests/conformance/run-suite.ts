import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The suites by the revision of MCP that they try, as notation of their command line. */
export const SUITES = {
  '0.1.16 at 2025-11-25': { package: 'conformance-legacy', args: ['--suite', 'active'], baseline: 'legacy.yml' },
  '0.2.0-alpha.12 at 2025-11-25': {
    package: 'conformance-modern',
    args: ['--suite', 'active', '--spec-version', '2025-11-25'],
    baseline: 'legacy.yml',
  },
  '0.2.0-alpha.12 at 2026-07-28': {
    package: 'conformance-modern',
    args: ['--requirements', '2026-07-28'],
    baseline: 'modern.yml',
  },
} as const;
export type SuiteName = keyof typeof SUITES;

export interface SuiteOutcome {
  exitCode: unknown;
  /** Checks by scenario. */
  scenarios: Map<string, { passed: number; failed: number }>;
  /** Scenarios that the suite takes for failures that the baseline explains. */
  explained: readonly string[];
  output: string;
}

const BASELINES = join(import.meta.dirname, 'baselines');
const PACKAGES = join(import.meta.dirname, 'node_modules');
const NEEDED_NODE = 22;
/** A scenario of the suite takes less than a second; a stalling machine gets its time. */
const SCENARIO_LIMIT_MS = 120_000;

/** The suites need a newer Node than the product. */
function nodeOfSuites(): string {
  if (Number(process.versions.node.split('.')[0]) >= NEEDED_NODE) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const program = process.platform === 'win32' ? 'node.exe' : 'node';
  return join(PACKAGES, `node-${platform}-${process.arch}`, 'bin', program);
}

/** The names in a baseline, each with its reason. */
export async function readBaseline(file: string): Promise<Map<string, string>> {
  const text = await readFile(join(BASELINES, file), 'utf8');
  const lines = text.split('\n').filter(line => line.trim().startsWith('-'));
  return new Map(
    lines.map(line => [line.split('#')[0]?.replace('-', '').trim() ?? '', line.split('#')[1]?.trim() ?? '']),
  );
}

/** Runs a suite against a service. */
export async function runSuite(name: SuiteName, url: string): Promise<SuiteOutcome> {
  const { package: folder, args, baseline } = SUITES[name];
  const program = join(PACKAGES, folder, 'dist', 'index.js');
  const expected = join(BASELINES, baseline);
  const line = ['server', '--url', url, ...args, '--expected-failures', expected];
  const limit = folder === 'conformance-modern' ? ['--timeout', String(SCENARIO_LIMIT_MS)] : [];
  const child = spawn(nodeOfSuites(), [program, ...line, ...limit], { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', text => {
      output += text;
    });
  const [exitCode] = await once(child, 'close');
  const counts = [...output.matchAll(/^[✓✗~] ([\w.-]+): (\d+) passed, (\d+) failed/gm)];
  const scenarios = new Map(
    counts.map(([, scenario = '', passed, failed]) => [scenario, { passed: Number(passed), failed: Number(failed) }]),
  );
  const explained = [...output.matchAll(/^ {2}~ ([\w.-]+)$/gm)].map(([, scenario = '']) => scenario);
  return { exitCode, scenarios, explained, output };
}
