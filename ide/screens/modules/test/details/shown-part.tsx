import type { TestHeader } from '../../../../../model/protocol/channel/project-view.ts';
import { useIdeState } from '../../../../app/context.tsx';
import type { TestPart } from '../../../../app/places.ts';
import { snapshotOf } from '../../../../app/state.ts';
import { DataPart } from './data-part.tsx';
import { DetailsPart } from './details-part.tsx';
import { ParametersPart } from './parameters-part.tsx';

interface ShownPartProps {
  part: TestPart;
  test: TestHeader;
  onClose(): void;
}

export function ShownPart({ part, test, onClose }: ShownPartProps) {
  const snapshot = useIdeState(snapshotOf);
  if (snapshot === undefined) return null;
  const props = {
    test,
    where: { projectId: snapshot.project.projectId, versionId: snapshot.versionId },
    onClose,
  };
  switch (part) {
    case 'parameters':
      return <ParametersPart {...props} />;
    case 'data':
      return <DataPart {...props} />;
    case 'details':
      return <DetailsPart {...props} />;
  }
}
