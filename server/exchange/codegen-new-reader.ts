/** A reader of code: names, values and functions are followed, whatever tool the code is for. */
import { variableNames } from '../../model/exchange/variable-names.ts';
import { computed } from './codegen-computed.ts';
import { readBody } from './codegen-flow.ts';
import { settled } from './codegen-kept.ts';
import { newWindows } from './codegen-people.ts';
import { type CodeModule, type FixtureSource, nothingTold, type Reader } from './codegen-reader.ts';
import { answered } from './codegen-responses.ts';
import { readStatement } from './codegen-statements.ts';

const NO_FIXTURES: FixtureSource = { ask: () => undefined };

const onlyFile = (source: string): CodeModule => ({
  ...{ path: '', start: 0, end: source.length, body: [] },
  constants: new Map(),
  functions: new Map(),
  classes: new Map(),
  instances: new Map(),
  tests: new Map(),
});

type CodeAround = Pick<Reader, 'home' | 'modules' | 'kept' | 'spent'>;

/** Has the names of a file, of several where they are given, and no pages. */
export function newReader(source: string, around: Partial<CodeAround> = {}): Reader {
  const { home = onlyFile(source) } = around;
  return {
    source,
    actions: [],
    pages: new Map(),
    current: 0,
    opened: { count: 0 },
    constants: new Map(home.constants),
    expected: new Map(),
    functions: new Map(home.functions),
    classes: home.classes,
    instances: new Map(home.instances),
    home,
    modules: [home],
    kept: new Map(),
    exit: {},
    own: new Set(),
    computed,
    settled,
    answered,
    run: readBody,
    read: readStatement,
    fixtures: NO_FIXTURES,
    making: [],
    spent: { rounds: 0, steps: 0, wholes: new WeakSet() },
    running: [],
    told: nothingTold(),
    windows: newWindows(),
    names: variableNames(new Set()),
    ...around,
  };
}
