import type { Model } from './model.ts';

/**
 * Whether a model can no longer be called.
 * @param day in the service's time zone, YYYYMMDD as a number.
 */
export function isRetired({ retirementDate }: Pick<Model, 'retirementDate'>, day: number): boolean {
  return retirementDate !== null && Number(retirementDate.replaceAll('-', '')) <= day;
}
