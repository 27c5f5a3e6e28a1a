import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PaymentStep } from '@tollgate/contract/payments/console-orders';
import { useEffect, useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { orderQuery, prepareOrder, type Order } from '../../../api/orders.ts';
import { Money } from '../../../components/money/money.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { buttonClass } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { QrCode } from '../../../ui/pictures/qr-code.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { texts } from './texts.ts';

/** `1:59:07`; longer times appear as a date elsewhere. */
function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  return `${hours > 0 ? `${String(hours)}:` : ''}${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
}

function useLeft(expiresAt: string): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      clearInterval(timer);
    };
  }, []);
  return Date.parse(expiresAt) - now;
}

/** How to pay an open order. */
export function PaySheet({ order }: { readonly order: Order }) {
  const t = useTexts(texts);
  const { step } = order;
  if (step === null) return <NotPrepared order={order} />;
  return (
    <Sheet isPadded>
      <div className="order-pay">
        {step.kind === 'qr' ? <QrCode text={step.text} label={scanText(order, t)} /> : null}
        <div className="order-words">
          <span className="order-amount">
            <Money amount={order.amount} isLarge />
          </span>
          {order.method === 'bank' ? null : <Left expiresAt={order.expires_at} />}
          <Step step={step} order={order} />
          <p className="quiet fine">{t.live}</p>
        </div>
      </div>
    </Sheet>
  );
}

function scanText({ method }: Order, { scan }: typeof texts.zh): string {
  return method === 'alipay' || method === 'wechat' ? scan[method] : scan.other;
}

function Left({ expiresAt }: { readonly expiresAt: string }) {
  const t = useTexts(texts);
  return <span className="quiet">{t.left(clockText(useLeft(expiresAt)))}</span>;
}

function Step({ step, order }: { readonly step: PaymentStep; readonly order: Order }) {
  const t = useTexts(texts);
  switch (step.kind) {
    case 'qr':
      return <p>{scanText(order, t)}</p>;
    case 'redirect':
      return (
        <>
          <a className={buttonClass({ look: 'primary', isBig: true })} href={step.url}>
            {t.goPay}
          </a>
          <p className="quiet">{t.goPayNote}</p>
        </>
      );
    case 'instructions':
      return <Transfer fields={step.fields} />;
  }
}

function Transfer({ fields }: { readonly fields: Readonly<Record<string, string>> }) {
  const t = useTexts(texts);
  return (
    <>
      <b>{t.transfer}</b>
      <dl className="order-facts">
        {(['payee', 'account', 'bank', 'remark'] as const).map((name) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{t.fields[name]}</dt>
            <dd>
              {name === 'remark' || name === 'account' ? <code>{fields[name]}</code> : fields[name]}
              <CopyButton text={fields[name] ?? ''} label={t.fields[name]} />
            </dd>
          </div>
        ))}
      </dl>
      <p>{t.remarkNote}</p>
    </>
  );
}

function NotPrepared({ order }: { readonly order: Order }) {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const again = useMutation({
    mutationFn: () => prepareOrder(account.id, order.id),
    onSuccess: (prepared) => {
      client.setQueryData(orderQuery(account.id, order.id).queryKey, prepared);
    },
  });
  return (
    <Notice
      remedy={
        <ActButton icon="retry" act={again}>
          {t.again}
        </ActButton>
      }
    >
      {t.notPrepared}
    </Notice>
  );
}
