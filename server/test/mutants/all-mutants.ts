import { fleetMutants } from './fleet-mutants.ts';
import { furtherAccessMutants } from './further-access-mutants.ts';
import { furtherMoneyMutants } from './further-money-mutants.ts';
import { furtherServiceMutants } from './further-service-mutants.ts';
import { invoiceMutants } from './invoice-mutants.ts';
import { moneyMutants } from './money-mutants.ts';
import type { Mutant } from './mutant.ts';
import { paymentMutants } from './payment-mutants.ts';
import { priceMutants } from './price-mutants.ts';
import { serviceMutants } from './service-mutants.ts';
import { usageMutants } from './usage-mutants.ts';

/** The classes of bugs that similar gateways have had, as listed in the table of proofs. */
export const theFourteen: readonly Mutant[] = [...moneyMutants, ...serviceMutants];

/** More of their bugs. */
export const furtherMutants: readonly Mutant[] = [
  ...furtherMoneyMutants,
  ...invoiceMutants,
  ...paymentMutants,
  ...priceMutants,
  ...usageMutants,
  ...furtherServiceMutants,
  ...furtherAccessMutants,
  ...fleetMutants,
];

export const allMutants: readonly Mutant[] = [...theFourteen, ...furtherMutants];
