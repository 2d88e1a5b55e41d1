// What is not public in Playwright may go with any release: its members with an underscore, its bundle, and what it puts
// into pages. One room names that, in words of its own for the others.
import { readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { sourcesIn, TERRITORIES } from './sources.mjs';

const ROOM = 'ide-bridge/playwright/';

/** Page code is sent as its own text and imports no values, so it names such parts itself, described by an interface. */
const IN_PAGES = {
  'ide-bridge/page/engine/injected-script.ts': {
    _checkElementIsStable: "describes Playwright's script in a document",
    _engines: "describes Playwright's script in a document",
  },
  'ide-bridge/page/engine/stillness.ts': { _checkElementIsStable: 'has Playwright watch what may move' },
  'ide-bridge/page/engine/read-at-once.ts': { _engines: 'asks one of our selector engines there' },
  'ide-bridge/page/facts/page-facts-types.ts': { _ariaRef: 'describes what a snapshot said of an element' },
  'ide-bridge/page/facts/page-facts.ts': { _ariaRef: 'tells elements by their references' },
  'ide-bridge/page/facts/snapshot-roles.ts': { _ariaRef: 'knows elements by their roles and names' },
  'ide-bridge/page/elements/element-refs.ts': { _ariaRef: 'answers with the references of elements' },
  'ide-bridge/page/snapshots/take-with-frames.ts': {
    _targetGeneration: 'ends the marks of what was acted on',
    __playwright_snapshot_streamer: "stands for the name of Playwright's script",
  },
};

/** Names that are not Playwright's, and what they are read from where that can be told. */
const OF_OTHERS = {
  'ide-bridge/browser/launch/require-compiled.ts': { 'Module.prototype._compile': "Node's" },
  'ide-bridge/lending/extension-hub.ts': { "(typeof EXTENSION_REQUESTS)[Name]['params']._output": "zod's" },
  'ide-bridge/runner/page/har-file.ts': { _file: 'the format of HAR files has it', _appUrl: 'ours, in HAR files' },
  'ide-bridge/page/elements/listening-elements.ts': { 'element._reactListening': "React's" },
  'ide-bridge/runner/values/expression-child.mjs': {
    'value._jsonata_lambda': "jsonata's",
    'value._jsonata_function': "jsonata's",
  },
  'server/': { _meta: "MCP's" },
  'server/runs/record/keep-trace.ts': {
    _sha1: 'the server imports nothing of the bridge, and masks the files of traces',
    __playwright_value_: 'the server imports nothing of the bridge, and masks the files of traces',
  },
  'ide/': { _blank: "HTML's" },
  'extension/': { _blank: "HTML's" },
};

const NAME = /^_{1,2}[a-z]\w*$/;
/** Ours, and JavaScript's. */
const KNOWN = /^__(?:steploom|(?:proto|dirname|filename)__$|(?:dirname|filename)$)/;
/** In texts, which may be code or patterns. */
const IN_TEXT = /(?<=\.)_[a-z]\w*|__playwright\w*|coreBundle/gi;

const KEYED =
  /^(?:Property|MethodDefinition|PropertyDefinition|AccessorProperty|TSPropertySignature|TSMethodSignature)$/;

const isNode = value => typeof value?.type === 'string';

const namesInText = text => (NAME.test(text) ? [text] : (text.match(IN_TEXT) ?? []));

function namesAt({ type, computed, property, key, value, regex }) {
  if (type === 'MemberExpression' && !computed && NAME.test(property.name)) return [property.name];
  if (KEYED.test(type) && !computed && NAME.test(key.name)) return [key.name];
  if (type === 'TemplateElement') return namesInText(value.raw);
  if (regex !== undefined) return namesInText(regex.pattern);
  return type === 'Literal' && typeof value === 'string' ? namesInText(value) : [];
}

/** The expression or type that something within a node is read from by its name. */
function ownerIn({ type, object, objectType, arguments: given, operator, right }, child) {
  if (type === 'MemberExpression') return object;
  if (type === 'TSIndexedAccessType') return objectType;
  if (type === 'CallExpression' && given[0] !== child) return given[0];
  return operator === 'in' ? right : undefined;
}

/** Each with the node from which it is read, where that can be told. */
function* namesIn(node, owner) {
  const own = node.type === 'MemberExpression' ? node.object : owner;
  for (const name of namesAt(node)) if (!KNOWN.test(name)) yield { name, node, owner: own };
  for (const part of Object.values(node))
    for (const child of [part].flat().filter(isNode))
      yield* namesIn(child, node.type === 'TSLiteralType' ? owner : ownerIn(node, child));
}

const mayNameAny = text => /(?<!\w)_{1,2}[a-z]|coreBundle/i.test(text);

const allowances = [IN_PAGES, OF_OTHERS].flatMap(files =>
  Object.entries(files).flatMap(([place, names]) => Object.keys(names).map(name => ({ place, name }))),
);
const used = new Set();

function isAllowed(file, { name, owner }, text) {
  const whole = owner && `${text.slice(owner.start, owner.end).replaceAll('?.', '.')}.${name}`;
  const found = allowances.find(
    each => (file === each.place || isBelow(file, each.place)) && [name, whole].includes(each.name),
  );
  if (found !== undefined) used.add(found);
  return found !== undefined;
}

const isBelow = (file, place) => place.endsWith('/') && file.startsWith(place);

function faultsOf(file) {
  const text = readFileSync(file, 'utf8');
  if (!mayNameAny(text)) return [];
  const { program, errors } = parseSync(file, text);
  if (errors.length > 0) return [`${file} cannot be read: ${errors[0].message}`];
  return [...namesIn(program)]
    .filter(found => !isAllowed(file, found, text))
    .map(({ name, node }) => {
      const line = text.slice(0, node.property?.start ?? node.start).split('\n').length;
      return `${file}:${line} names ${name}, which is not public in Playwright: let ${ROOM} have a word for it`;
    });
}

const files = sourcesIn(TERRITORIES).filter(file => !file.startsWith(ROOM));
const faults = files.flatMap(faultsOf);
const stale = allowances
  .filter(each => !used.has(each) && files.includes(each.place))
  .map(({ place, name }) => `${place} does not name ${name} any more: take it off the list of this lint`);

for (const fault of [...faults, ...stale]) process.stdout.write(`${fault}\n`);
process.exitCode = faults.length + stale.length === 0 ? 0 : 1;
