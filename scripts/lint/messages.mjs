// Programs read `kind`, `detail` and `data`, not messages: exceptions parse texts of others, or only show them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const ALLOWED = {
  'ide-bridge/': 'Playwright and browsers tell most of what went wrong in words alone',
  'model/actions/read-action.ts': 'JavaScript engines tell syntax errors in words alone',
  'model/values/expression-syntax.ts': 'so does the parser of expressions',
  'model/run/error-hash.ts': 'the hash is of the words',
  'server/process/syntax-check.ts': 'JavaScript engines tell syntax errors in words alone',
  'server/feature-sync/': 'the Gherkin parser tells what it expected in words alone',
  'server/queue/explain-queue.ts': 'Redis tells the kind of a refusal by the first word of its answer alone',
  'server/test-management/archive/read-archive.ts': 'takes the stop off a sentence of yauzl',
  'server/store/edits/read-project.ts': 'puts the line into the sentence that is shown',
  'server/reports/': 'shows the first line',
  'server/rpc/dialects/dialects.ts': 'leaves out hints that the sentence shows already',
  'ide/screens/modules/test/save-action.ts': 'shows fields by their labels in the form',
  'ide/app/queries.ts': 'leaves out the name of the field that the message is shown below',
  'ide/parts/feature-server/field-labels.ts': 'shows settings by their labels in the form',
  'ide/parts/feature-server/in-words.ts': 'shows settings by their labels in the form, and the way to them',
};

const METHODS = 'includes|match|matchAll|test|startsWith|endsWith|split|replace|replaceAll|search|indexOf';
const WORD = '[mM]essage';
const TAKEN_APART = new RegExp(
  [
    `${WORD}\\s*\\??\\.(?:${METHODS})\\(`,
    `\\.(?:test|exec)\\([\\w.?]*${WORD}\\)`,
    `\\.${WORD}\\s*[!=]==\\s*['"\`]`,
    `switch \\([\\w.?]*\\.${WORD}\\)`,
  ].join('|'),
  'g',
);

const isAllowed = file =>
  Object.keys(ALLOWED).some(name => file === name || (name.endsWith('/') && file.startsWith(name)));

const faults = ['model', 'server', 'ide-bridge', 'ide', 'extension']
  .flatMap(folder => readdirSync(folder, { recursive: true }).map(name => path.posix.join(folder, name)))
  .filter(file => /\.tsx?$/.test(file) && !isAllowed(file))
  .flatMap(file => {
    const text = readFileSync(file, 'utf8');
    return [...text.matchAll(TAKEN_APART)].map(({ index, 0: words }) => {
      const line = text.slice(0, index).split('\n').length;
      return `${file}:${line} takes a message apart: ${words.replace(/\s+/g, '')}`;
    });
  });

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
