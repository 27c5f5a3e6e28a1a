import type { RefusalReason } from './all-refusals.ts';
import { generalRefusals } from './general-refusals.ts';

/** Refusals that routes need not declare: they come from checks of every request, before or after its handler. */
export const refusalsOfEveryRoute: readonly RefusalReason[] = [
  ...(Object.keys(generalRefusals) as (keyof typeof generalRefusals)[]),
  'role_changed',
  'role_not_enough',
  'looking_at_account',
  'files_of_members',
  'administrator_tokens_wrong',
];
