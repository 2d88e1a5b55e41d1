import type { LastResult } from '../../../app/tool-replies.ts';

export type LastFailure = NonNullable<LastResult['failure']>;

export interface FailureDeskProps {
  testCode: string;
  last: LastResult;
  failure: LastFailure;
}
