import { z } from 'zod';
import type { Pairings } from './pairings.ts';

const Imported = z.object({ tests: z.array(z.object({ testCode: z.string(), name: z.string() })) });
const Actions = z.object({ revision: z.string() });
const Titled = z.object({ title: z.string().catch('') });

interface StoredRecording {
  recording: string;
  pairingId: string;
  testCode: string;
  revision: string;
}

/**
 * Keeps recordings of Chrome's own Recorder panel as tests. The panel asks for the same one again whenever it shows or
 * saves it, so that a test that nobody has touched since makes way for what was recorded further.
 */
export class RecordingStore {
  readonly #pairings: Pairings;
  readonly #stored = new Map<string, StoredRecording>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(pairings: Pairings) {
    this.#pairings = pairings;
  }

  /** Errors: in plain words. Undefined where there is no project to store it in. */
  async store(recording: string): Promise<{ project: string; testCode: string } | undefined> {
    const stored = this.#last.then(() => this.#store(recording));
    this.#last = stored.catch(() => {});
    return await stored;
  }

  async #store(recording: string): Promise<{ project: string; testCode: string } | undefined> {
    const { pairings } = this.#pairings.state;
    const connected = pairings.filter(({ status }) => status === 'connected');
    const pairing = connected.find(({ lent }) => lent.length > 0) ?? connected[0];
    if (pairing === undefined) return undefined;
    const { pairingId, project } = pairing;
    const call = (name: string, args: object) => this.#pairings.call(pairingId, name, { ...args });
    const key = `${pairingId} ${Titled.parse(JSON.parse(recording)).title}`;
    const former = this.#stored.get(key);
    if (former?.recording === recording) return { project: project.name, testCode: former.testCode };
    const { tests } = Imported.parse(await call('importTests', { format: 'chrome-recorder', text: recording }));
    const [test] = tests;
    if (test === undefined) return undefined;
    const { testCode } = test;
    const { revision } = Actions.parse(await call('getActions', { testCode }));
    this.#stored.set(key, { recording, pairingId, testCode, revision });
    // One that was edited or is in use by now stays.
    if (former !== undefined)
      await call('deleteTest', { testCode: former.testCode, ifRevision: former.revision }).catch(() => {});
    return { project: project.name, testCode };
  }
}
