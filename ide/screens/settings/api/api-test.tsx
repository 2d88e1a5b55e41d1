import { useState } from 'react';
import { messageOf } from '../../../app/bridge-client.ts';
import { useWork } from '../../../app/queries.ts';
import classes from '../parts/form.module.css';
import { Verdict } from '../parts/verdict.tsx';
import type { TestAnswer } from './call-api.ts';

export function useApiTest() {
  const [answer, setAnswer] = useState<TestAnswer>();
  const { isBusy, run } = useWork();
  const test = (work: () => Promise<TestAnswer>) =>
    run(async () => setAnswer(await work().catch(error => ({ ok: false, words: messageOf(error) }))));
  return { answer, isBusy, test };
}

export const ApiAnswerView = ({ answer: { ok, words, body } }: { answer: TestAnswer }) => (
  <div className={classes.form} role="status">
    <Verdict isGood={ok}>{words}</Verdict>
    {body !== undefined && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
      <pre className={classes.code} tabIndex={0} role="region" aria-label="Answer of the API">
        {body}
      </pre>
    )}
  </div>
);
