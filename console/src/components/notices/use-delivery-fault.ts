import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { useLanguage } from '../../i18n/texts.ts';

type Fault = Parameters<typeof deliveryFaults.word>[0];

/** Returns a function that says why a message did not arrive; a text of another server is shown unchanged. */
export function useDeliveryFault(): (fault: Fault | null, text: string) => string {
  const language = useLanguage();
  return (fault, text) => (fault === null ? null : deliveryFaults.word(fault, language)) ?? text;
}
