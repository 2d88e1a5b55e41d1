import type { ProjectSnapshot } from '../../model/protocol/channel/project-view.ts';

export interface ChoiceItem {
  value: string;
  label: string;
}

export function testItems(snapshot: ProjectSnapshot | undefined, only?: 'suite'): ChoiceItem[] {
  const { tests = {}, modules = {} } = snapshot ?? {};
  return Object.values(tests)
    .filter(({ type }) => (type === 'suite') === (only === 'suite'))
    .map(({ testCode, moduleCode, name }) => ({
      value: testCode,
      label: `${modules[moduleCode]?.name ?? moduleCode} › ${name} (${testCode})`,
    }));
}
