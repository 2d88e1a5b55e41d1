/**
 * `npm run bench [-- NAME… --json --rounds N --only PART…]`: measures the compiled product beside its floors, in one run.
 * Nothing fails here: a shared machine can be twice as slow for a moment, so people read the ratios.
 */
import { parseArgs } from 'node:util';
import { prepareProgram } from '../../scripts/prepare/program.mjs';
import { formatTable } from './support/format-table.mjs';
import { summarise } from './support/measurements.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean' },
    rounds: { type: 'string', default: '5' },
    only: { type: 'string', multiple: true, default: [] },
  },
});

if (await prepareProgram()) await measure();
else process.exitCode = 1;

async function measure() {
  // They import what was built only now.
  const { BENCHES } = await import('./benches/index.mjs');
  const unknown = positionals.filter(name => !Object.hasOwn(BENCHES, name));
  if (unknown.length > 0) {
    process.stderr.write(`No bench ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.\n`);
    process.exitCode = 2;
    return;
  }
  const names = positionals.length === 0 ? Object.keys(BENCHES) : positionals;
  const results = [];
  const tables = [];
  for (const name of names) {
    const bench = BENCHES[name];
    process.stderr.write(`${name}: ${bench.title}\n`);
    const measurements = await bench.measure({ rounds: Number(values.rounds), only: values.only });
    if (bench.format) tables.push(bench.format(measurements));
    results.push(...measurements.map(each => ({ bench: name, ...(bench.format ? each : summarise(each)) })));
  }
  const common = results.filter(({ bench }) => !BENCHES[bench].format);
  if (common.length > 0) tables.unshift(formatTable(common));
  process.stdout.write(values.json ? `${JSON.stringify(results, null, 2)}\n` : tables.join('\n'));
}
