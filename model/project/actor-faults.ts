/** Apart from the actors themselves: the page, which reads those at its start, has no use for the list of devices then. */
import type { FieldFault } from '../actions/field-fault.ts';
import type { TestActors } from './actor.ts';
import { deviceFault } from './browser-faults.ts';

export function actorFaults(actors: TestActors): FieldFault[] {
  const names = actors.map(({ name }) => name.toLowerCase());
  return actors.flatMap(({ name, device }, index): FieldFault[] => {
    const isTaken = names.indexOf(name.toLowerCase()) < index;
    const wrongDevice = device === undefined ? undefined : deviceFault(device);
    return [
      ...(isTaken ? [{ field: `actors[${index}].name`, message: `“${name}” appears twice` }] : []),
      ...(wrongDevice === undefined ? [] : [{ field: `actors[${index}].device`, message: wrongDevice }]),
    ];
  });
}
