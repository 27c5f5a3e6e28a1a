import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { leaveAccount, membersQuery, removeMember, type Member } from '../../../api/members.ts';
import { sessionQuery } from '../../../api/session.ts';
import { useCause } from '../../../components/errors/error-state.tsx';
import { useGo } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { toast } from '../../../ui/states/toast.tsx';
import { ConfirmTyped } from '../../../ui/windows/confirm-typed.tsx';
import { texts } from './texts.ts';
import { useNameOf } from './use-name-of.ts';

interface RemoveMemberProps {
  readonly member: Member;
  readonly onClose: () => void;
}

/** Cannot be undone here, so the user must type a name: that of the member, or of the account to leave. */
export function RemoveMember({ member, onClose }: RemoveMemberProps) {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const go = useGo();
  const name = useNameOf()(member);
  const isLeaving = member.is_you;
  const removal = useMutation({
    mutationFn: () => (isLeaving ? leaveAccount(account.id) : removeMember(account.id, member.user_id)),
    onSuccess: async () => {
      toast(isLeaving ? t.left(account.name) : t.removed(name));
      if (isLeaving) {
        await client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        go(paths.overview);
        return;
      }
      await client.invalidateQueries({ queryKey: membersQuery(account.id).queryKey });
      onClose();
    },
  });
  const cause = useCause(removal.error);
  return (
    <ConfirmTyped
      title={isLeaving ? t.leaveTitle(account.name) : t.removeTitle(name)}
      word={isLeaving ? account.name : name}
      verb={isLeaving ? t.leave : t.remove}
      isBusy={removal.isPending}
      error={removal.error === null ? undefined : cause}
      onConfirm={() => {
        removal.mutate();
      }}
      onClose={onClose}
    >
      {isLeaving ? t.leaveText : t.removeText}
    </ConfirmTyped>
  );
}
