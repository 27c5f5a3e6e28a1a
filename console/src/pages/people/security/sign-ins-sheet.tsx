import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../api/session.ts';
import { ErrorState } from '../../../components/errors/error-state.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Skeleton } from '../../../ui/states/empty-state.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { askAuth, readAuth } from './auth-calls.ts';
import { FaultLine } from './fault-line.tsx';
import { useProof } from './proof.tsx';
import { texts } from './texts.ts';

interface SignIn {
  readonly id: string;
  readonly createdAt: string;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
}

const key = ['sign-ins'];
const browsers = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const;
const systems = ['Windows', 'iPhone', 'iPad', 'Android', 'Mac OS', 'Linux'] as const;
const shownNames: Readonly<Record<string, string>> = { Edg: 'Edge', OPR: 'Opera', 'Mac OS': 'macOS' };

/** `Chrome · Windows`; null if neither is known. */
function deviceOf(agent: string | null): string | null {
  const found = [browsers, systems].flatMap((names) => names.find((name) => agent?.includes(name) === true) ?? []);
  return found.length === 0 ? null : found.map((name) => shownNames[name] ?? name).join(' · ');
}

/** Current sessions, with buttons to end them. */
export function SignInsSheet() {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const withProof = useProof();
  const { data, error, refetch } = useQuery({ queryKey: key, queryFn: () => readAuth<readonly SignIn[]>('/list-sessions') });
  const revoke = useMutation({
    mutationFn: (id: string | null) =>
      withProof(() => (id === null ? askAuth('/revoke-other-sessions', {}) : askAuth('/revoke-session', { id }))),
    onSuccess: async () => {
      toast(t.revoked);
      await queries.invalidateQueries({ queryKey: key });
    },
  });
  const hasOthers = (data?.length ?? 0) > 1;
  return (
    <Sheet
      title={t.signIns}
      right={
        hasOthers ? (
          <Button
            isBusy={revoke.isPending && revoke.variables === null}
            onClick={() => {
              revoke.mutate(null);
            }}
          >
            {t.revokeOthers}
          </Button>
        ) : undefined
      }
      isPadded
    >
      {error === null ? null : <ErrorState what={t.failed.signIns} error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null ? <Skeleton height={96} /> : null}
      <ul className="security-list">
        {data?.map((signIn) => (
          <SignInRow
            key={signIn.id}
            signIn={signIn}
            isBusy={revoke.isPending && revoke.variables === signIn.id}
            onRevoke={() => {
              revoke.mutate(signIn.id);
            }}
          />
        ))}
      </ul>
      <FaultLine error={revoke.error} />
    </Sheet>
  );
}

interface SignInRowProps {
  readonly signIn: SignIn;
  readonly isBusy: boolean;
  readonly onRevoke: () => void;
}

function SignInRow({ signIn: { id, createdAt, ipAddress, userAgent }, isBusy, onRevoke }: SignInRowProps) {
  const t = useTexts(texts);
  const { session_id: ownId } = useSession();
  return (
    <li>
      <span>
        <b title={userAgent ?? undefined}>{deviceOf(userAgent) ?? t.unknown}</b> <code className="quiet">{ipAddress}</code>
        <span className="block quiet">
          <Time at={createdAt} />
        </span>
      </span>
      {id === ownId ? (
        <span className="good">{t.thisDevice}</span>
      ) : (
        <Button isBusy={isBusy} onClick={onRevoke}>
          {t.revoke}
        </Button>
      )}
    </li>
  );
}
