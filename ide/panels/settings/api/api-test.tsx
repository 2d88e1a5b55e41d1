import { useState } from 'react';
import { FailedIcon, PassedIcon } from '../../../ui/icons.ts';
import classes from '../parts/form.module.css';
import { refusalOf } from '../parts/use-saving.ts';
import type { TestAnswer } from './call-api.ts';

/** What a test of the API came to; undefined until one is made. */
export function useApiTest() {
  const [answer, setAnswer] = useState<TestAnswer>();
  const [isTesting, setTesting] = useState(false);
  return {
    answer,
    isTesting,
    async test(work: () => Promise<TestAnswer>): Promise<void> {
      setTesting(true);
      try {
        setAnswer(await work());
      } catch (error) {
        setAnswer({ ok: false, words: refusalOf(error).message });
      } finally {
        setTesting(false);
      }
    },
  };
}

/** The answer in words, and as it came. */
export const ApiAnswerView = ({ answer: { ok, words, body } }: { answer: TestAnswer }) => (
  <div className={classes.form} role="status">
    <p className={classes.verdict} data-ok={ok}>
      {ok ? <PassedIcon size={16} aria-hidden /> : <FailedIcon size={16} aria-hidden />}
      <span dir="auto">{words}</span>
    </p>
    {body !== undefined && (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keys
      <pre className={classes.code} tabIndex={0} role="region" aria-label="Answer of the API">
        {body}
      </pre>
    )}
  </div>
);
