import { PageHead } from '../../../components/head/page-head.tsx';
import { AppLink } from '../../../components/links/app-link.tsx';
import { OrderList } from '../../../components/payments/order-list.tsx';
import { RedemptionList } from '../../../components/payments/redemption-list.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { AutoTopUpSheet } from './auto-top-up.tsx';
import { OrderForm } from './order-form.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { texts } from './texts.ts';
import './top-up.css';

/** Top-ups by order, automatically or by code; and earlier ones. */
export default function TopUpPage() {
  const t = useTexts(texts);
  return (
    <>
      <PageHead title={t.title} crumb={<AppLink to={paths.billing}>{t.billing}</AppLink>} />
      <OrderForm />
      <AutoTopUpSheet />
      <RedeemForm />
      <OrderList />
      <RedemptionList />
    </>
  );
}
