import type { Action } from '../../actions/index.ts';
import { ActionId, ModuleCode, readTestReference, TestCode, TestReference } from '../../names/codes.ts';
import type { Test } from '../test.ts';
import type { VersionDraft } from '../version-content.ts';

/** Gives codes to what comes from another version: its own where they are free, else new ones. */
export class FreeCodes {
  readonly #draft: VersionDraft;
  readonly #modules: Set<string>;
  readonly #tests = new Set<string>();
  readonly #actions = new Map<string, TestCode>();
  /** Ids that the actions of a test keep, by its code where it comes from. */
  readonly #kept = new Map<TestCode, ReadonlySet<string>>();

  constructor(draft: VersionDraft) {
    this.#draft = draft;
    this.#modules = new Set(draft.modules.keys());
    for (const { tests } of draft.modules.values())
      for (const { testCode, actions } of tests) {
        this.#tests.add(testCode);
        for (const { actionId } of actions) this.#actions.set(actionId, testCode);
      }
  }

  module(wanted: ModuleCode): ModuleCode {
    return ModuleCode.parse(this.#free('m', wanted, this.#modules));
  }

  test(wanted: TestCode): TestCode {
    return TestCode.parse(this.#free('t', wanted, this.#tests));
  }

  /** Sets aside the ids of a test's actions that it can keep; before any new ones are given. */
  keepActions({ testCode, actions }: Test, takesPlace: boolean): void {
    const ids = actions.map(action => action.actionId);
    const kept = new Set(
      ids.filter(id => {
        const holder = this.#actions.get(id);
        return holder === undefined || (takesPlace && holder === testCode);
      }),
    );
    for (const id of kept) this.#actions.set(id, testCode);
    this.#kept.set(testCode, kept);
  }

  /** The actions of a test with free ids, and with the codes that the tests they plug in have now. */
  actionsOf({ testCode, actions }: Test, targetOf: (code: TestCode) => TestCode): Action[] {
    const free = new Set(this.#kept.get(testCode));
    return actions.map(action => {
      const actionId = free.delete(action.actionId) ? action.actionId : this.#newAction(testCode);
      if (action.type !== 'plugTest') return { ...action, actionId };
      const plugged = targetOf(readTestReference(action.test).testCode);
      return { ...action, actionId, test: TestReference.parse(plugged) };
    });
  }

  #newAction(testCode: TestCode): ActionId {
    let code = `a${this.#draft.nextNumber('a')}`;
    while (this.#actions.has(code)) code = `a${this.#draft.nextNumber('a')}`;
    this.#actions.set(code, testCode);
    return ActionId.parse(code);
  }

  #free(letter: 'm' | 't', wanted: string, taken: Set<string>): string {
    let code = wanted;
    while (taken.has(code)) code = `${letter}${this.#draft.nextNumber(letter)}`;
    taken.add(code);
    return code;
  }
}
