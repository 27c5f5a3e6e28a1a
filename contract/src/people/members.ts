import { z } from 'zod';
import { idField, timeAnswer } from '../fields.ts';
import { listOf, pageQuery } from '../lists.ts';
import { locales } from '../enumerations.ts';
import { accountParams } from '../tenants/account.ts';
import { memberRoles } from './rights.ts';

export const memberParams = accountParams.extend({ userId: z.string().max(64) });
export const invitationParams = accountParams.extend({ invitationId: z.string().max(64) });

const roleField = z.enum(memberRoles);
const partField = idField.nullable().optional().meta({
  description: 'The only sub-account the member sees, for the roles developer and finance. `null`: the whole account.',
});

export const memberAnswer = z
  .object({
    user_id: z.string(),
    email: z.string().nullable().meta({ description: '`null`: the person no longer exists.' }),
    name: z.string().nullable(),
    role: roleField,
    sub_account_id: z.string().nullable(),
    sub_account_name: z.string().nullable(),
    is_you: z.boolean(),
    created_at: timeAnswer,
  })
  .meta({ id: 'Member' });
export const memberList = z.object({ data: z.array(memberAnswer) });

export const patchMemberRequest = z
  .strictObject({ role: roleField.optional(), sub_account_id: partField })
  .meta({ examples: [{ role: 'developer', sub_account_id: null }] });

export const createInvitationRequest = z
  .strictObject({
    email: z.email({ error: 'must be an e-mail address' }).max(254),
    role: roleField,
    sub_account_id: partField,
    locale: z.enum(locales).optional().meta({ description: 'Language of the mail; that of the inviter by default.' }),
  })
  .meta({ examples: [{ email: 'dev@example.com', role: 'developer' }] });

export const invitationAnswer = z
  .object({
    id: z.string(),
    email: z.string(),
    role: roleField,
    sub_account_id: z.string().nullable(),
    inviter: z.string(),
    created_at: timeAnswer,
    expires_at: timeAnswer,
  })
  .meta({ id: 'Invitation' });
export const invitationList = z.object({ data: z.array(invitationAnswer) });

export const acceptInvitationRequest = z
  .union([z.strictObject({ token: z.string().max(100) }), z.strictObject({ id: z.string().max(64) })])
  .meta({ description: 'Token of the link, or id of the invitation.' });
export const acceptedInvitationAnswer = z
  .object({ account_id: z.string(), account_name: z.string(), role: roleField, sub_account_id: z.string().nullable() })
  .meta({ id: 'AcceptedInvitation' });
export type AcceptedInvitationAnswer = z.output<typeof acceptedInvitationAnswer>;

export const removedAnswer = z.object({ removed: z.literal(true) });

export const accountChangeAnswer = z
  .object({
    seq: z.string(),
    at: timeAnswer,
    actor: z.string().nullable().meta({ description: 'A member; `null`: an operator or a former member.' }),
    source_ip: z.string().nullable(),
    action: z.string(),
    object_kind: z.string(),
    object_id: z.string(),
    before: z.unknown().meta({ description: 'The record before the change, without secrets.' }),
    after: z.unknown().meta({ description: 'The record after the change, without secrets.' }),
  })
  .meta({ id: 'AccountChange' });
export type AccountChangeAnswer = z.output<typeof accountChangeAnswer>;
export const accountChangesQuery = z.strictObject({ object_id: idField.optional(), ...pageQuery });
export const accountChangeList = listOf(accountChangeAnswer);

export type MemberAnswer = z.output<typeof memberAnswer>;
export type PatchMemberRequest = z.output<typeof patchMemberRequest>;
export type CreateInvitationRequest = z.output<typeof createInvitationRequest>;
export type InvitationAnswer = z.output<typeof invitationAnswer>;
