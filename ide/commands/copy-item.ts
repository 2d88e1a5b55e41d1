import { AppError } from '../../model/errors/errors.ts';
import { ModuleCode, TestCode } from '../../model/names/codes.ts';
import { isInProject, type ProjectPlace } from '../app/places.ts';
import { showDone } from '../app/toasts.tsx';
import { onChosen, type Situation } from './command.ts';
import { featureTarget } from './features.ts';
import { chosenTarget } from './target.ts';

export const copyCode = onChosen({
  title: 'Copy code',
  otherwise: 'Select what to copy as code',
  chosen: itemPlace,
  act: (_ide, { code }) => copyCodeOf(code),
});

export const copyLink = onChosen({
  title: 'Copy link',
  otherwise: 'Select what to copy a link to',
  chosen: itemPlace,
  async act({ screens }, { code, place }) {
    await copyText(window.location.origin + screens.pathOf(place));
    showDone(`Link to ${code} copied`);
  },
});

/** Errors: `forbidden` where the browser refuses. */
export async function copyCodeOf(code: string): Promise<void> {
  await copyText(code);
  showDone(`${code} copied`);
}

/** More than a message has room for. */
const isLong = (text: string): boolean => text.length > 200 || text.includes('\n');

const otherwise = (text: string): string => (isLong(text) ? 'allow it in the settings of the browser' : text);

/** `byHand`: what can be copied otherwise. Errors: `forbidden` where the browser refuses. */
export async function copyText(text: string, byHand = otherwise(text)): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (cause) {
    throw new AppError('forbidden', `The browser did not let this page copy: ${byHand}`, { cause });
  }
}

interface CopyPlace {
  code: string;
  place: ProjectPlace;
}

function itemPlace(situation: Situation): CopyPlace | undefined {
  const { place } = situation;
  if (!isInProject(place)) return undefined;
  const { projectId, versionId } = place;
  const found = featureTarget(situation);
  if (found !== undefined) {
    const { feature, scenario } = found;
    const where = { projectId, versionId, feature: feature.featureCode, scenario: scenario?.scenario };
    return { code: scenario?.scenario ?? feature.featureCode, place: { tab: 'features', ...where } };
  }
  const target = chosenTarget(situation);
  if (target === undefined) return undefined;
  const moduleId = ModuleCode.parse(target.moduleCode);
  const testId = target.kind === 'module' ? undefined : TestCode.parse(target.testCode);
  return { code: testId ?? moduleId, place: { tab: 'modules', projectId, versionId, moduleId, testId } };
}
