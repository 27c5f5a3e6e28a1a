import { defineTexts } from '../../../i18n/texts.ts';

type Words = Readonly<Record<string, string>>;

const zh: Words = {
  label: '对客户显示的名称',
  subject: '账单上显示的商品名',
  payee: '户名',
  account: '账号',
  bank: '开户行',
  second_operator_above: '超过此金额须两位运营人员确认（元）',
  app_id: '应用 ID（app_id）',
  seller_id: '卖家 ID（2088 开头）',
  private_key: '商户私钥',
  alipay_public_key: '支付宝公钥',
  mode: '付款方式',
  qr: '扫码',
  page: '跳转到支付宝',
  mchid: '商户号',
  appid: '公众号或小程序 appid',
  serial: '商户证书序列号',
  public_key_id: '微信支付公钥 ID（PUB_KEY_ID_ 开头）',
  public_key: '微信支付公钥',
  api_v3_key: 'APIv3 密钥（32 位）',
  secret_key: 'Secret key（sk_ 开头）',
  webhook_secret: 'Webhook 签名密钥（whsec_ 开头）',
  pid: '商户 ID（pid）',
  type: '通道，例如 alipay',
  key: '商户密钥',
};
const en: Words = {
  label: 'Name shown to users',
  subject: 'Item name shown on bills',
  payee: 'Payee',
  account: 'Account number',
  bank: 'Bank',
  second_operator_above: 'Two operators confirm above this amount (CNY)',
  app_id: 'App ID',
  seller_id: 'Seller ID (begins with 2088)',
  private_key: 'Merchant private key',
  alipay_public_key: 'Alipay public key',
  mode: 'Payment flow',
  qr: 'QR code',
  page: 'Redirect to Alipay',
  mchid: 'Merchant ID',
  appid: 'appid',
  serial: 'Merchant certificate serial number',
  public_key_id: 'WeChat Pay key ID (PUB_KEY_ID_…)',
  public_key: 'WeChat Pay public key',
  api_v3_key: 'APIv3 key (32 characters)',
  secret_key: 'Secret key (sk_…)',
  webhook_secret: 'Webhook signing secret (whsec_…)',
  pid: 'Merchant ID (pid)',
  type: 'Channel, such as alipay',
  key: 'Merchant key',
};

/** Names of the settings for payment services. */
export const fieldTexts = defineTexts({ zh, en });
