/** The secrets that CI has to supply: those stored here stay on this machine. */

import { readTestReference } from '../../model/names/codes.ts';
import { type Authentication, headerValueKey, rolePasswordKey } from '../../model/project/authentication.ts';
import type { Environment } from '../../model/project/environment.ts';
import type { VersionContent } from '../../model/project/version-content.ts';
import type { PlannedItem } from '../../model/protocol/bridge.ts';
import { neededNames } from '../runs/plan/needed-names.ts';
import { planScenarios, type ScenarioTarget } from '../runs/plan/plan-scenarios.ts';
import { findForSuites, planItems } from '../runs/plan/plan-suite.ts';
import type { RunnableProject, RunTarget } from '../runs/plan/run-request.ts';

interface NeededBy {
  project: RunnableProject;
  content: VersionContent;
  items: readonly PlannedItem[];
  environment: Environment | undefined;
}

interface NeededSecrets {
  names: readonly string[];
  warnings: readonly string[];
}

export function neededSecrets({ content, project, environment, items: chosen }: NeededBy): NeededSecrets {
  const projectData = project.store.content.project.data ?? {};
  const items = [...chosen, ...signInItems(content)];
  const ofTests = neededNames({ content, projectData, items, fromAction: undefined, toAction: undefined });
  const authentication = content.project.authentication ?? { method: 'none' };
  const all = [...new Set([...ofTests, ...namesInSignIn(authentication)])].filter(name => name.startsWith(SECRET));
  const names = all.map(name => name.slice(SECRET.length)).sort();
  const known = new Set(environment?.items.flatMap(({ name, kind }) => (kind === 'secret' ? [name] : [])));
  const unknown = names.filter(name => !known.has(name));
  return {
    names,
    warnings: [
      ...unknown.map(
        name =>
          `${environment === undefined ? 'There is no environment' : `The environment “${environment.name}” has no secret “${name}”`}, which the tests need: add it, even without a value.`,
      ),
      ...storedOnly(authentication, project),
    ],
  };
}

const SECRET = 'secret.';

interface JobItems {
  project: RunnableProject;
  content: VersionContent;
  targets: readonly RunTarget[];
  scenarios: readonly ScenarioTarget[];
  keep(item: PlannedItem): boolean;
}

export async function itemsOf({ project, content, targets, scenarios, keep }: JobItems): Promise<PlannedItem[]> {
  const suites = await findForSuites(content, targets);
  const request = { content, targets };
  const ofTests = await Promise.all(targets.map(target => planItems({ project, request, suites }, target)));
  return [...ofTests.flat().filter(keep), ...planScenarios(content, { scenarios })];
}

function signInItems(content: VersionContent): PlannedItem[] {
  const { signInTest, signOutTest } = content.project.authentication ?? {};
  return [signInTest, signOutTest].flatMap(reference => {
    const code = reference && readTestReference(reference).testCode;
    const [test, module] = code ? [content.test(code), content.moduleOf(code)] : [];
    return test && module ? [{ test, module, parameters: {} }] : [];
  });
}

const REFERENCE = /\{\{\s*(secret\.[A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

const namesInSignIn = (authentication: Authentication): string[] =>
  [...JSON.stringify(authentication).matchAll(REFERENCE)].flatMap(([, name]) => name ?? []);

function storedOnly({ method, roles = [], headers = {} }: Authentication, { store }: RunnableProject): string[] {
  if (method === 'none') return [];
  const what = [
    ...roles.flatMap(({ role, password }) =>
      password === undefined && store.secrets.get(rolePasswordKey(role)) !== undefined
        ? [`The password of “${role}”`]
        : [],
    ),
    ...Object.entries(headers).flatMap(([name, value]) =>
      value === '' && store.secrets.get(headerValueKey(name)) !== undefined ? [`The value of the header ${name}`] : [],
    ),
  ];
  return what.map(
    one => `${one} is stored on this machine only: write {{secret.NAME}} in its place, so that CI can supply it.`,
  );
}
