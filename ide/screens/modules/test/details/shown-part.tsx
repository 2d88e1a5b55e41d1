import type { TestPart } from '../../../../app/places.ts';
import { ActorsPart } from './actors-part.tsx';
import { BrowserPart } from './browser-part.tsx';
import { DataPart } from './data-part.tsx';
import { DetailsPart } from './details-part.tsx';
import { FailuresPart } from './failures-part.tsx';
import { ParametersPart } from './parameters-part.tsx';
import type { TestPartProps } from './part-props.ts';

const PARTS = {
  parameters: ParametersPart,
  data: DataPart,
  actors: ActorsPart,
  browser: BrowserPart,
  failures: FailuresPart,
  details: DetailsPart,
} satisfies Record<TestPart, unknown>;

export function ShownPart({ part, ...props }: TestPartProps & { part: TestPart }) {
  const Part = PARTS[part];
  return <Part {...props} />;
}
