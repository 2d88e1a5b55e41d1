import { useEffect, useState } from 'react';

/** When a dialog goes, the focus is where it was; at the element with that id where that has gone meanwhile. */
export function useFocusReturn(otherwise?: string): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const isThere = opener instanceof HTMLElement && opener.isConnected && opener !== document.body;
      const target = isThere ? opener : otherwise && document.getElementById(otherwise);
      if (target) target.focus();
    },
    [opener, otherwise],
  );
}
