import { useEffect, useMemo, useState } from 'react';
import { isTolerated, type PictureArea, shareOfPixels } from '../../../../model/actions/picture-rule.ts';
import { differingAreas, judgePixels, pixelsOf } from './mark-differences.ts';

interface Pixels {
  of: string;
  old: ImageData;
  next: ImageData;
}

interface Verdict {
  passes: boolean;
  words: string;
  image?: ImageData;
}

/** What the runner would say with this tolerance and these masks; undefined until both pictures are there. */
export function useVerdict(
  { kept, now }: { kept: string | undefined; now: string | undefined },
  { tolerance, masks }: { tolerance: number; masks: readonly PictureArea[] },
) {
  const [pixels, setPixels] = useState<Pixels>();
  const of = `${kept} ${now}`;
  useEffect(() => {
    if (kept === undefined || now === undefined) return;
    let isLeft = false;
    Promise.all([pixelsOf(kept), pixelsOf(now)]).then(
      ([old, next]) => {
        if (!isLeft && old !== undefined && next !== undefined) setPixels({ of: `${kept} ${now}`, old, next });
      },
      // A picture that is gone says so itself.
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [kept, now]);
  const shown = pixels?.of === of ? pixels : undefined;
  const judged = useMemo(() => shown && judgePixels(shown.old, shown.next, masks), [shown, masks]);
  return {
    verdict: shown && verdictOf(shown, judged, tolerance),
    areas: () => (shown === undefined ? [] : differingAreas(shown.old, shown.next)),
  };
}

function verdictOf({ old, next }: Pixels, judged: ReturnType<typeof judgePixels>, tolerance: number): Verdict {
  if (judged === undefined) return { passes: false, words: `Fails: ${sizeOf(next)} pixels instead of ${sizeOf(old)}` };
  const passes = isTolerated(judged, tolerance);
  const differ = judged.different === 0 ? 'no pixel differs' : `${shareOfPixels(judged)} differ`;
  return { passes, words: `${passes ? 'Passes' : 'Fails'}: ${differ}`, image: judged.image };
}

const sizeOf = ({ width, height }: ImageData): string => `${width} × ${height}`;
