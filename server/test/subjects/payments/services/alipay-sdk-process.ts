// Alipay's own library in a separate process, because loading it changes how sockets of the whole process end.
import { AlipaySdk } from 'alipay-sdk';

interface Wish {
  readonly appId: string;
  readonly privateKey: string;
  readonly alipayPublicKey: string;
  readonly gateway: string;
  /** Reports to judge. */
  readonly forms: readonly Readonly<Record<string, string>>[];
  /** An order to query. */
  readonly orderId: string;
}

let text = '';
for await (const part of process.stdin) text += String(part);
const { forms, orderId, ...config } = JSON.parse(text) as Wish;
const sdk = new AlipaySdk({ ...config, keyType: 'PKCS8' });
const answer = await sdk.exec('alipay.trade.query', { bizContent: { out_trade_no: orderId } }, { validateSign: true });
process.stdout.write(JSON.stringify({ answer, verdicts: forms.map((form) => sdk.checkNotifySignV2(form)) }));
