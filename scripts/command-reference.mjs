import { Readable, Writable } from 'node:stream';
import { ROOT } from './prepare/program.mjs';

const HEADING = `# The command line

\`npx steploom\` in a clone, \`steploom\` where it is installed. Without a command it opens Steploom. Commands that only read
need no running service and disturb none; those that change something go through the service of the workspace, where one
runs. The workspace is the folder of \`--workspace\`, else of \`STEPLOOM_WORKSPACE\`, else the nearest one above that holds
projects, else \`./workspace\`.

Reports and lists go to standard output, progress and errors to standard error. \`NO_COLOR\` and \`FORCE_COLOR\` are obeyed.
What cannot be written, since a disk is full or read-only, is told in one sentence, with exit code 1.
`;

async function helpOf(main, words) {
  let text = '';
  const stdout = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  const terminal = { stdin: Readable.from([]), stdout, stderr: stdout, env: {}, cwd: () => ROOT, on() {} };
  const exitCode = await main([...words, '--help'], terminal);
  if (exitCode !== 0) throw new Error(`steploom ${words.join(' ')} --help ended with ${exitCode}: ${text}`);
  return text.trimEnd();
}

function namesIn(help) {
  const at = help.indexOf('\nCommands:');
  const list = at < 0 ? '' : help.slice(at);
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name).filter(name => name !== 'help');
}

async function sections(main, words) {
  const help = await helpOf(main, words);
  const heading = words.length === 0 ? [] : [`${'#'.repeat(words.length + 1)} steploom ${words.join(' ')}`];
  const own = [...heading, `\`\`\`text\n${help}\n\`\`\``];
  const below = [];
  for (const name of namesIn(help)) below.push(...(await sections(main, [...words, name])));
  return [...own, ...below];
}

export async function commandReference() {
  const { main } = await import('../dist/cli.js');
  return { path: 'docs/CLI.md', text: `${[HEADING.trimEnd(), ...(await sections(main, []))].join('\n\n')}\n` };
}
