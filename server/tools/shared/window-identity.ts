import { AppError, isAppError } from '../../../model/errors/errors.ts';
import type { VersionContent } from '../../../model/project/version-content.ts';
import type { Identity } from '../../../model/protocol/identity.ts';
import { planSignIn } from '../../runs/plan/plan-sign-in.ts';
import type { ToolContext } from '../define/define-tool.ts';

type Context = Pick<ToolContext, 'project' | 'apps' | 'bridge' | 'signal'>;

interface WindowIdentity {
  identity?: Identity | undefined;
  /** Why the window shows the application to nobody in particular. */
  notSignedIn?: string;
}

interface Wanted {
  content: VersionContent;
  role: string | undefined;
  environment: string | undefined;
}

/**
 * How an app window that opens is signed in, as tests are: with what is kept of the role, else by signing in. Nobody
 * asked for the first role, so that what keeps it from signing in does not keep the window from opening.
 * Errors: for a role that was asked for, those of planning, and `invalid-project` when it cannot be signed in.
 */
export async function windowIdentity(
  context: Context,
  { content, role, environment }: Wanted,
): Promise<WindowIdentity> {
  try {
    const plan = await planSignIn(context, { content, role, environment });
    const identity = plan.items[0]?.identity;
    if (identity?.signIn === undefined || identity.state !== undefined) return { identity };
    const { state, failure } = await context.bridge.signIn(plan, { signal: context.signal });
    if (failure === undefined) return { identity: { ...identity, state } };
    const { message } = failure;
    throw new AppError('invalid-project', `Nobody could be signed in: ${message}`, { next: 'tryAuth' });
  } catch (error) {
    const isTold = role === undefined && isAppError(error, 'invalid-project');
    if (!isTold) throw error;
    return { notSignedIn: error.message };
  }
}
