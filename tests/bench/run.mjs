/**
 * `npm run bench [-- NAME… --json --rounds N]`: measures the compiled product beside its floors, in one run.
 * Nothing fails here: a shared machine can be twice as slow for a moment, so people read the ratios.
 */
import { parseArgs } from 'node:util';
import { prepareProgram } from '../../scripts/prepare/program.mjs';
import { formatTable } from './support/format-table.mjs';
import { summarise } from './support/measurements.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean' }, rounds: { type: 'string', default: '5' } },
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
  for (const name of names) {
    process.stderr.write(`${name}: ${BENCHES[name].title}\n`);
    const measurements = await BENCHES[name].measure({ rounds: Number(values.rounds) });
    results.push(...measurements.map(measurement => ({ bench: name, ...summarise(measurement) })));
  }
  process.stdout.write(values.json ? `${JSON.stringify(results, null, 2)}\n` : formatTable(results));
}
