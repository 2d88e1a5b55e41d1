import { z } from 'zod';
import type { RecordingUnderWay } from '../../model/protocol/channel/extension.ts';
import { ask } from '../ask-worker.ts';
import type { PairingState } from '../messages.ts';
import { button, make } from './elements.ts';
import type { Perform } from './perform.ts';

const Stopped = z.object({
  moduleId: z.string(),
  testId: z.string(),
  actions: z.array(z.unknown()),
  suggestion: z.looseObject({}).optional(),
  suggestionTitle: z.string().optional(),
});
type Stopped = z.infer<typeof Stopped>;
const Modules = z.object({ modules: z.array(z.object({ moduleCode: z.string(), name: z.string() })) });
const Module = z.object({ module: z.object({ moduleCode: z.string() }) });
const Test = z.object({ test: z.object({ testCode: z.string() }) });

const NEW_MODULE = 'Recorded';

interface LentProject {
  pairing: PairingState;
  /** Title of the tab. */
  title: string;
}

/** Recording into a new test: where to, what is there by now, and what came of it. */
export class RecordPart {
  readonly root = make('section', { 'aria-label': 'Record' });
  readonly #project: LentProject;
  readonly #perform: Perform;
  #shown: 'nothing' | 'recording' | 'form' = 'nothing';
  #recording: RecordingUnderWay | undefined;
  #isStopping = false;

  constructor(project: LentProject, perform: Perform) {
    this.#project = project;
    this.#perform = perform;
  }

  /** `recording`: as the service told of it last. */
  follow(recording: RecordingUnderWay | undefined): void {
    this.#recording = recording;
    if (this.#isStopping) return;
    if (recording !== undefined) this.#show('recording', this.#underWay(recording));
    else if (this.#shown !== 'form') void this.#perform(() => this.#showForm());
  }

  async #call<Output>(name: string, args: object, output: z.ZodType<Output>): Promise<Output> {
    const { pairingId } = this.#project.pairing;
    return output.parse(await ask({ kind: 'call', pairingId, name, arguments: { ...args } }));
  }

  async #showForm(): Promise<void> {
    const end = this.#shown === 'recording' ? [ended()] : [];
    const form = await this.#form();
    // Another recording may have begun meanwhile, or this popup have stopped it.
    if (this.#recording === undefined && this.#shown !== 'form') this.#show('form', [...end, ...form]);
  }

  #show(kind: 'recording' | 'form', nodes: Node[]): void {
    if (kind === 'recording' && this.#shown === kind) {
      this.root.querySelector('p')?.replaceWith(...nodes.slice(0, 1));
      return;
    }
    this.#shown = kind;
    this.root.replaceChildren(...nodes);
  }

  #underWay({ moduleCode, testCode, count, reason }: RecordingUnderWay): Node[] {
    const dot = make('span', { class: 'dot', 'aria-hidden': 'true' });
    const text = reason ?? `Recording into ${moduleCode}.${testCode}: ${counted(count)}`;
    const stop = button('Stop recording', () => this.#perform(() => this.#stop()));
    return [make('p', { class: 'recording' }, dot, make('span', {}, text)), stop];
  }

  async #form(): Promise<Node[]> {
    const { modules } = await this.#call('getModules', {}, Modules);
    const name = make('input', { name: 'test', value: this.#project.title, maxlength: '200', required: '' });
    const options = modules.map(module => make('option', { value: module.moduleCode }, module.name));
    const choice = make('select', { name: 'module' }, ...options);
    if (modules.length === 0) choice.append(make('option', { value: '' }, `${NEW_MODULE} (new)`));
    const form = make(
      'form',
      {},
      make('label', {}, make('span', {}, 'New test'), name),
      make('label', {}, make('span', {}, 'Module'), choice),
      make('button', { class: 'primary' }, 'Record'),
    );
    form.addEventListener('submit', event => {
      event.preventDefault();
      void this.#perform(() => this.#record(name.value, choice.value));
    });
    return [form];
  }

  async #record(name: string, chosen: string): Promise<void> {
    const moduleCode =
      chosen === '' ? (await this.#call('createModule', { name: NEW_MODULE }, Module)).module.moduleCode : chosen;
    const { testCode } = (await this.#call('createTest', { moduleCode, name }, Test)).test;
    await this.#call('startRecording', { moduleId: moduleCode, testId: testCode }, z.unknown());
  }

  async #stop(): Promise<void> {
    this.#isStopping = true;
    try {
      const stopped = await this.#call('stopRecording', {}, Stopped);
      this.#recording = undefined;
      this.#show('form', [...this.#cameOf(stopped), ...(await this.#form())]);
    } finally {
      this.#isStopping = false;
      this.follow(this.#recording);
    }
  }

  #cameOf(stopped: Stopped): Node[] {
    const { moduleId, testId, actions } = stopped;
    const { address, project } = this.#project.pairing;
    const href = `${address}/p/${project.projectId}/-/modules/${moduleId}/${testId}`;
    const link = make('a', { href, target: '_blank' }, `Open ${moduleId}.${testId}`);
    return [make('p', { role: 'status' }, `${counted(actions.length)} recorded. `, link), ...this.#offer(stopped)];
  }

  /** A check with which the test can end, so that it fails when it does something else. */
  #offer({ moduleId, testId, suggestion, suggestionTitle = '' }: Stopped): Node[] {
    if (suggestion === undefined) return [];
    const offer = make('section', { 'aria-label': 'Suggested check' }, make('p', { dir: 'auto' }, suggestionTitle));
    const add = async () => {
      await this.#call('createAction', { moduleCode: moduleId, testCode: testId, ...suggestion }, z.unknown());
      offer.replaceChildren(make('p', { role: 'status' }, 'The check is in the test.'));
    };
    offer.append(
      button('Add check', () => this.#perform(add)),
      button('Dismiss', () => offer.remove(), 'quiet'),
    );
    return [offer];
  }
}

const ended = () => make('p', { role: 'status' }, 'The recording has ended.');

const counted = (count: number): string => (count === 1 ? '1 action' : `${count} actions`);
