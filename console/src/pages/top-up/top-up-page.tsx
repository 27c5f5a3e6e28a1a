import { useTexts } from '../../i18n/texts.ts';
import { AppLink } from '../../components/app-link.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { paths } from '../../paths.ts';
import { OrderForm } from './order-form.tsx';
import { OrderList } from './order-list.tsx';
import { RedeemForm } from './redeem-form.tsx';
import { texts } from './texts.ts';
import './top-up.css';

/** Money comes in: by an order, or by a code; and the orders before. */
export default function TopUpPage() {
  const t = useTexts(texts);
  return (
    <>
      <PageHead title={t.title} crumb={<AppLink to={paths.billing}>{t.billing}</AppLink>} />
      <OrderForm />
      <RedeemForm />
      <OrderList />
    </>
  );
}
