import { z } from 'zod';
import { AppError } from '../../model/errors/errors.ts';
import { timeoutSignal } from '../../model/errors/timeout-signal.ts';
import { Name } from '../../model/names/codes.ts';
import { AUTHENTICATION_METHODS } from '../../model/project/authentication.ts';
import type { RunPlan } from '../../model/protocol/bridge.ts';
import { identitySecrets } from '../../model/protocol/identity.ts';
import type { ActionResult } from '../../model/run/run.ts';
import { inSeconds } from '../../model/values/in-seconds.ts';
import { ObservedText } from '../../model/values/observed.ts';
import { createRedactor, type Redactor } from '../../model/values/redactor.ts';
import { planSignIn } from '../runs/plan/plan-without-test.ts';
import { defineTool } from './define/define-tool.ts';
import { EnvironmentInput, environmentOf } from './define/ide-choice.ts';
import { versionOf } from './define/version.ts';
import { ActionUnderWay } from './runs/run-status.ts';

const FailedAction = ActionUnderWay.extend({ message: ObservedText });

const LIMIT_MS = 120_000;

export const tryAuth = defineTool({
  name: 'tryAuth',
  group: 'authentication',
  scope: 'write',
  title: 'Try to sign in',
  summary:
    'Check that a role can sign in to the app: anew, in a window of its own, with a look at the identity check. The sign-in is kept for runs. With method state and no sign-in test it keeps the sign-in of the app window.',
  input: {
    role: Name.optional().describe('Default: the first role'),
    environment: EnvironmentInput,
  },
  output: z.strictObject({
    ok: z.boolean(),
    role: z.string().optional(),
    method: z.enum(AUTHENTICATION_METHODS),
    url: ObservedText.optional().describe('Of the page that it ended on'),
    title: ObservedText.optional(),
    ms: z.number(),
    reason: ObservedText.optional().describe('Why nobody is signed in'),
    failedAction: FailedAction.optional().describe('Of the sign-in test'),
  }),
  errors: ['not-found', 'invalid-project', 'app-not-open', 'browser-missing', 'timeout'],
  examples: [{}, { role: 'customer' }],
  hints: { openWorld: true },
  async run({ role, environment: wanted, versionId }, context) {
    const { method } = context.project.store.content.project.authentication ?? { method: 'none' as const };
    if (method === 'none' || role === 'none')
      throw new AppError('invalid-project', 'There is nobody to sign in: the method, or the role, is "none".', {
        field: method === 'none' ? 'method' : 'role',
        next: 'configureAuth',
      });
    const startedAt = performance.now();
    const content = versionOf(context, versionId);
    const environment = environmentOf(context, content, { environment: wanted });
    const plan = await planSignIn(context, { content, role, environment, isTried: true });
    const limit = timeoutSignal(LIMIT_MS);
    const signal = AbortSignal.any([context.signal, limit]);
    const { url, title, result, failure } = await context.bridge.signIn(plan, { signal }).catch(error => {
      if (!limit.aborted) throw error;
      throw new AppError('timeout', `Nobody was signed in within ${inSeconds(LIMIT_MS)}.`, { cause: error });
    });
    const redact = redactorOf(plan);
    const failed = failedAction(result?.actions ?? [], redact);
    const shown = plan.items[0]?.identity?.role;
    return {
      ok: failure === undefined,
      role: shown,
      method,
      ...(url === undefined ? {} : { url: redact(url) }),
      ...(title === undefined ? {} : { title: redact(title) }),
      ms: Math.round(performance.now() - startedAt),
      ...(failure === undefined ? {} : { reason: redact(failure.message) }),
      failedAction: failed,
    };
  },
});

const redactorOf = ({ items }: RunPlan): Redactor =>
  createRedactor(items.flatMap(({ identity }) => (identity === undefined ? [] : identitySecrets(identity))));

function failedAction(actions: readonly ActionResult[], redact: Redactor): z.input<typeof FailedAction> | undefined {
  const bad = actions.find(({ state }) => state === 'failed' || state === 'error');
  if (bad === undefined) return undefined;
  const { testCode, actionIndex, actionId, type, title, error } = bad;
  const inner = failedAction(bad.actions ?? [], redact);
  if (inner !== undefined) return inner;
  return { testCode, actionIndex, actionId, type, title: redact(title), message: redact(error?.message ?? '') };
}
