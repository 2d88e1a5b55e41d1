import { useIde } from '../../app/context.tsx';
import type { ProjectPlace } from '../../app/places.ts';
import { PlaceLink } from '../../parts/place-link.tsx';
import classes from './report.module.css';
import type { ShownStep } from './run-reply.ts';

interface RedStepLinkProps {
  step: Pick<ShownStep, 'index' | 'text'>;
  /** Of the scenario in its feature. */
  place: ProjectPlace;
}

export function RedStepLink({ step: { index, text }, place }: RedStepLinkProps) {
  const { store } = useIde();
  const { scenario = '' } = place;
  return (
    <PlaceLink
      className={classes.red}
      place={place}
      aria-label={`not linked · Plug test case into “${text}”`}
      onClick={() => store.setView({ linking: { scenario, index } })}
    >
      not linked · Plug test case
    </PlaceLink>
  );
}
