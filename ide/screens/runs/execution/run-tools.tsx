import { useIde, useIdeState } from '../../../app/context.tsx';
import type { ProjectPlace } from '../../../app/places.ts';
import { isRunning } from '../../../commands/command.ts';
import { CopyButton } from '../../../parts/copy-button.tsx';
import { TargetIcon } from '../../../ui/icons.ts';
import { TextButton } from '../../../ui/text-button.tsx';
import { rerunFrom } from '../rerun.ts';
import { AgainButton } from '../run-frame.tsx';
import { pathTo, type RunNode } from '../run-nodes.ts';
import type { RunReply } from '../run-reply.ts';
import { textOf } from './node-text.ts';

interface RunToolsProps {
  reply: RunReply;
  nodes: readonly RunNode[];
  shown: RunNode | undefined;
  place: ProjectPlace;
  isFollowing: boolean;
}

export function RunTools({ reply, nodes, shown, place, isFollowing }: RunToolsProps) {
  const { run } = reply;
  const { navigation } = useIde();
  const app = useIdeState(state => state.app);
  const isOther = useIdeState(state => state.run.runId !== run.runId);
  const isUnderWay = useIdeState(isRunning) && !isOther;
  const follow = () => navigation.go({ ...place, step: undefined }, { replace: true });
  return (
    <div className="row wrap gap-sm" role="toolbar" aria-label="This run">
      <AgainButton
        label="Re-run from here"
        how={rerunFrom(reply, ownAction(nodes, shown), app.isOpen)}
        place={place}
        hint={`Continues on the page that is open now${app.url === undefined ? '' : `: ${app.url}`}`}
      />
      <span className="grow" />
      {isUnderWay && !isFollowing && (
        <TextButton label="Follow" icon={<TargetIcon size={15} aria-hidden />} variant="light" onClick={follow} />
      )}
      {shown !== undefined && (
        <CopyButton size="compact-sm" label="Copy as text" what="as text" text={textOf(run, nodes, shown.key)} />
      )}
    </div>
  );
}

/** The action of the test itself, also for what is below it. */
const ownAction = (nodes: readonly RunNode[], shown: RunNode | undefined) =>
  shown && pathTo(nodes, shown.key)[1]?.action;
