// A missing class leaves a part unstyled without an error, and nothing reports a class that nobody needs any more.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const files = readdirSync('ide', { recursive: true }).map(name => path.posix.join('ide', name));
const styles = files.filter(file => file.endsWith('.css'));
const isModule = file => file.endsWith('.module.css');

const WITHOUT_CLASSES = /\/\*[\s\S]*?\*\/|"[^"]*"|url\([^)]*\)/g;
const classesOf = file =>
  new Set(
    [
      ...readFileSync(file, 'utf8')
        .replace(WITHOUT_CLASSES, '')
        .matchAll(/\.([A-Za-z][\w-]*)/g),
    ].map(([, name]) => name),
  );

const shared = new Set(styles.filter(file => !isModule(file)).flatMap(file => [...classesOf(file)]));
/** `left`: classes that nobody has taken yet. */
const modules = new Map(styles.filter(isModule).map(file => [file, { has: classesOf(file), left: classesOf(file) }]));

const faults = new Set();

function takeFrom(file, name, taker) {
  const { has, left } = modules.get(file);
  if (has.has(name)) left.delete(name);
  else faults.add(`${taker} takes .${name} from ${file}, which does not have it`);
}

function takeShared(words, taker) {
  for (const name of words.split(' '))
    if (!shared.has(name)) faults.add(`${taker} takes .${name}, which no shared sheet has`);
}

const from = (taker, specifier) => path.posix.join(path.posix.dirname(taker), specifier);

for (const file of modules.keys()) {
  const text = readFileSync(file, 'utf8');
  for (const [, words, specifier] of text.matchAll(/composes: ([^;]+) from (global|"[^"]+");/g)) {
    if (specifier === 'global') takeShared(words, file);
    else for (const name of words.split(' ')) takeFrom(from(file, specifier.slice(1, -1)), name, file);
  }
}

for (const source of files.filter(file => /\.tsx?$/.test(file))) {
  const text = readFileSync(source, 'utf8');
  for (const [, words] of text.matchAll(/className="([^"]+)"/g)) takeShared(words, source);
  for (const [, classes, specifier] of text.matchAll(/^import (\w+) from '(\.[^']+\.module\.css)'/gm)) {
    const file = from(source, specifier);
    for (const [, name] of text.matchAll(new RegExp(`(?<![\\w/-])${classes}\\.(\\w+)`, 'g')))
      takeFrom(file, name, source);
    // Which class is chosen shows only when it runs.
    if (text.includes(`${classes}[`)) modules.get(file).left.clear();
  }
}

for (const [file, { left }] of modules)
  for (const name of left) if (!name.startsWith('mantine-')) faults.add(`${file} has .${name}, which nobody takes`);

for (const fault of faults) process.stdout.write(`${fault}\n`);
process.exitCode = faults.size === 0 ? 0 : 1;
