/** A reader for code that is no test of Playwright: names, values and functions are followed all the same. */
import type * as ast from '@babel/types';
import { variableNames } from '../../model/exchange/variable-names.ts';
import { computed } from './codegen-computed.ts';
import { readBody } from './codegen-flow.ts';
import { settled } from './codegen-kept.ts';
import { type CodeModule, type FixtureSource, type FunctionNode, nothingTold, type Reader } from './codegen-reader.ts';
import { answered } from './codegen-responses.ts';
import { readStatement } from './codegen-statements.ts';

const NO_FIXTURES: FixtureSource = { ask: () => undefined };

interface CodeNames {
  functions?: Map<string, FunctionNode>;
  classes?: Map<string, ast.ClassDeclaration>;
}

/** The text is one file, without pages; names that are noted later in the given maps count too. */
export function newReader(source: string, { functions = new Map(), classes = new Map() }: CodeNames = {}): Reader {
  const home: CodeModule = {
    ...{ path: '', start: 0, end: source.length, body: [] },
    ...{ constants: new Map(), functions, classes, instances: new Map(), tests: new Map() },
  };
  return {
    source,
    actions: [],
    pages: new Map(),
    current: 0,
    opened: { count: 0 },
    constants: new Map(),
    expected: new Map(),
    functions,
    classes,
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
    instances: new Map(),
    making: [],
    spent: { rounds: 0, steps: 0, wholes: new WeakSet() },
    running: [],
    told: nothingTold(),
    names: variableNames(new Set()),
  };
}
