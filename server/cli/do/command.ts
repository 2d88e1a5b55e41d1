/** Nothing of the rest is imported here: this file is read anew for every verb that somebody types. */

export interface DoArguments {
  /** Verbs with what they take. */
  words: string[];
  workspace?: string;
  project?: string;
  session?: string;
  connect?: string;
  json: boolean;
  shared: boolean;
  headed: boolean;
}

const WITH_VALUE: Readonly<Record<string, 'workspace' | 'project' | 'session' | 'connect'>> = {
  '-w': 'workspace',
  '--workspace': 'workspace',
  '-p': 'project',
  '--project': 'project',
  '-s': 'session',
  '--session': 'session',
  '--connect': 'connect',
};

const FLAGS: Readonly<Record<string, 'json' | 'shared' | 'headed'>> = {
  '--json': 'json',
  '--shared': 'shared',
  '--headed': 'headed',
};

/** Options of the command come before the first verb; what follows it belongs to the verbs. Errors: a sentence. */
export function readDoArguments(given: readonly string[]): DoArguments {
  const read: DoArguments = { words: [], json: false, shared: false, headed: false };
  const left = [...given];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    const [name = word, joined] = /^(--[a-z]+)=([\s\S]*)$/.exec(word)?.slice(1) ?? [word];
    const option = WITH_VALUE[name];
    const flag = FLAGS[name];
    if (option !== undefined) read[option] = joined ?? left.shift() ?? missing(name);
    else if (flag !== undefined) read[flag] = true;
    else if (word === '-h' || word === '--help') read.words.push('help');
    else if (word.startsWith('-') && word !== '-')
      throw new DoFault(`unknown option '${word}'; steploom do --help lists those that there are.`);
    else {
      read.words.push(word, ...left);
      break;
    }
  }
  return read;
}

const missing = (name: string): never => {
  throw new DoFault(`${name} needs a value.`);
};

/** What is wrong, in a sentence for whoever called. */
export class DoFault extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode = 2) {
    super(message);
    this.exitCode = exitCode;
  }
}
