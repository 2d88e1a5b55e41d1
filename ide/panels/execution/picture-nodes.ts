/** The parts of a run that have a picture of their own. Pure. */
import { isBad } from '../../app/result-filter.ts';
import type { RunNode } from '../runs/run-nodes.ts';

/** In the order in which they were taken: what is below an action comes before it. */
export const pictureNodes = (nodes: readonly RunNode[]): RunNode[] =>
  nodes.flatMap(node => [...pictureNodes(node.children), ...(node.action?.screenshot === undefined ? [] : [node])]);

/** Of failures, each picture once: an action that plugs a test shows what the action in it does. */
export function failurePictures(nodes: readonly RunNode[]): RunNode[] {
  const shown = new Set<string | undefined>();
  return pictureNodes(nodes.filter(isBad)).filter(node => {
    const isNew = isBad(node) && !shown.has(node.action?.screenshot) && !node.children.some(isBad);
    shown.add(node.action?.screenshot);
    return isNew;
  });
}
