import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';

/** Makes a frozen account active again. */
export function useThaw(id: string) {
  const t = useTexts(texts);
  return useOperatorStep(t.thawed, () => operatorTenantsApi.changeAccount({ params: { id }, body: { status: 'active' } }));
}
