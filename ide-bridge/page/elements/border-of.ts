/** Width in pixels, to the left and at the top: positions in an element are told from inside it. */
export function borderOf({ clientLeft, clientTop }: Element): { left: number; top: number } {
  return { left: clientLeft, top: clientTop };
}
