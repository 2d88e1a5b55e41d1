import { useState } from 'react';
import { useIdeState } from '../../app/context.tsx';
import { Panel } from '../../ui/panel.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { LivePicture } from '../live-view/live-picture.tsx';
import { useLiveView } from '../live-view/use-live-view.ts';
import type { RunNode } from '../runs/run-nodes.ts';
import { StateIcon } from '../shared/run-states.tsx';
import classes from './execution.module.css';

/** The page as it is now, under the name of what is being done to it. */
export function LiveWindow({ node }: { node: RunNode | undefined }) {
  const isOpen = useIdeState(state => state.app.isOpen);
  const projectId = useIdeState(state => state.project?.projectId);
  // Between scenarios the window is closed for a moment: its last picture stays.
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  const live = useLiveView(wasOpen ? projectId : undefined);
  const head = (
    <>
      <span className={classes.live}>Live</span>
      {node !== undefined && <StateIcon state={node.state} />}
      <span className={classes.liveTitle} dir="auto">
        {node?.title ?? 'The browser is starting'}
      </span>
    </>
  );
  return (
    <Panel label="Application" head={head}>
      {wasOpen ? <LivePicture live={live} /> : <SkeletonRows count={6} label="The browser is starting" />}
    </Panel>
  );
}
