import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';

/** Parses a stored reason into a code with its values; `null` if there is none, or if it is the text of another server. */
export function readFault(reason: string | null) {
  return reason === null ? null : deliveryFaults.read(reason);
}
