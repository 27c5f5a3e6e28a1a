import { setUpStepNames, type SetUpStepName } from '@tollgate/contract/site/overview';
import { readSteps, type SiteSettings } from '@tollgate/contract/site/site-settings';
import type { ControlContext, SetUpFacts } from '../../control/control-context.ts';

interface Known {
  readonly facts: SetUpFacts;
  readonly site: SiteSettings;
  readonly hasPayments: boolean;
}

/** Whether each step is done. The service cannot see whether the secret has a backup, so operators confirm it. */
const isDone: Readonly<Record<SetUpStepName, (known: Known) => boolean>> = {
  mail: ({ facts }) => facts.sendsMail,
  support_contact: ({ facts, site }) =>
    [site.support_email, site.support_phone, facts.supportContact ?? ''].some((text) => text !== ''),
  payment_methods: ({ hasPayments }) => hasPayments,
  public_address: ({ facts, site }) => facts.hasPublicAddress || site.domestic_address + site.overseas_address !== '',
  secret_backup: ({ facts }) => !facts.secretInFolder,
};

/** Set-up steps that are neither done nor dismissed. */
export async function missingSetUp({ site, stores, payments, setUp }: ControlContext): Promise<readonly SetUpStepName[]> {
  const [settings, methods] = await Promise.all([site.read(), stores.paymentMethods.list()]);
  const hasPayments = methods.some(({ name, enabled }) => enabled && payments.services.fields.has(name));
  const dismissed = readSteps(settings.dismissed_set_up);
  const known = { facts: setUp, site: settings, hasPayments };
  return setUpStepNames.filter((name) => !isDone[name](known) && !dismissed.includes(name));
}
