import { valuesIn } from '../../../model/feature/step-pattern.ts';
import type { LinkedTest } from '../../app/feature-links.ts';
import type { Ide } from '../../app/ide.ts';
import { attempt } from '../../commands/command.ts';
import { linkSteps } from '../../commands/step-links.ts';

/** A single text without values is linked at once; of others people see first what goes where. */
export function linkOrReview(ide: Ide, texts: readonly string[], { moduleCode, testCode }: LinkedTest): void {
  const [text = '', ...also] = texts;
  if (also.length === 0 && valuesIn(text).length === 0)
    void attempt('Link', () => linkSteps(ide, text, { moduleCode, testCode }));
  else ide.store.setView({ reviewing: { text, also, moduleCode, testCode } });
}
