import type { Envelope } from '@cucumber/messages';

export const NOT_IMPLEMENTED_AS = ['undefined', 'pending'] as const;

export type NotImplementedAs = (typeof NOT_IMPLEMENTED_AS)[number];

export async function showNotImplementedAs(
  messages: readonly Envelope[],
  wanted: NotImplementedAs = 'undefined',
): Promise<readonly Envelope[]> {
  if (wanted === 'undefined') return messages;
  const { TestStepResultStatus } = await import('@cucumber/messages');
  return messages.map(message => {
    const { testStepFinished: step } = message;
    if (step?.testStepResult.status !== 'UNDEFINED') return message;
    return {
      testStepFinished: { ...step, testStepResult: { ...step.testStepResult, status: TestStepResultStatus.PENDING } },
    };
  });
}
