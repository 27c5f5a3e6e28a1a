import { storedSentences } from '../stored-sentences.ts';

/** Faults of payments and payment services, as described by the service itself. */
export const paymentFaults = storedSentences({
  refunded_before: {
    stored: 'part of it was refunded at the payment service before it was credited',
    zh: '入账前已在支付平台退回一部分',
    en: 'part of it was refunded at the payment service before it was credited',
  },
  paid_twice: { stored: 'paid twice', zh: '重复付款', en: 'paid twice' },
  other_amount: {
    stored: '{paid} {currency} instead of {asked} CNY',
    zh: '收到 {paid} {currency}，应付 {asked} CNY',
    en: '{paid} {currency} instead of {asked} CNY',
  },
  other_order: {
    stored: 'was also reported for order {order}',
    zh: '这笔付款已记入订单 {order}',
    en: 'the payment was already reported for order {order}',
  },
  refunded_again: {
    stored: 'it refunded under {refund}, although the money had already been returned another way',
    zh: '平台仍按 {refund} 退款，而这笔钱此前已用其他方式退回',
    en: 'it refunded under {refund}, although the money had already been returned another way',
  },
  refunded_late: {
    stored: 'it refunded under {refund}, which it had refused',
    zh: '平台按 {refund} 退款，而此前拒绝过这笔退款',
    en: 'it refunded under {refund}, which it had refused before',
  },
  refund_unknown: {
    stored: 'it has not said for weeks what has become of a refund',
    zh: '平台几周没有给出退款结果',
    en: 'it has not reported the result of a refund for weeks',
  },
  by_bank: { stored: 'a bank transfer is made by hand', zh: '对公转账须手工退款', en: 'refund bank transfers by hand' },
  by_hand: {
    stored: 'epay: refunds are made by hand, on the pages of the service',
    zh: '易支付须在其后台手工退款',
    en: 'Epay: refund by hand on the pages of the service',
  },
  charge_unknown: {
    stored: 'how a charge ended is not known yet',
    zh: '扣款结果未知',
    en: 'the result of a charge is not known yet',
  },
  card_charged: {
    stored: 'a card that was taken away is still being charged',
    zh: '已解绑的银行卡仍在扣款',
    en: 'a removed card is still being charged',
  },
  answered_other: {
    stored: '{service}: an answer is about another {object}',
    zh: '{service}返回了另一笔业务的数据（{object}）',
    en: '{service}: the response is about another {object}',
  },
  no_payment: {
    stored: '{service}: an answer does not say what was paid',
    zh: '{service}没有返回付款金额',
    en: '{service}: the response does not say what was paid',
  },
  no_refund: {
    stored: '{service}: an answer does not say what has become of a refund',
    zh: '{service}没有返回退款结果',
    en: '{service}: the response does not say how the refund ended',
  },
  too_long: {
    stored: '{service}: an answer is too long',
    zh: '{service}返回的内容过长',
    en: '{service}: the response is too long',
  },
  no_session: {
    stored: '{service}: a session has no address',
    zh: '{service}没有返回支付页地址',
    en: '{service}: the session has no address',
  },
  unknown_form: {
    stored: '{service}: an answer is not of the form that is known',
    zh: '{service}返回的内容格式无法识别',
    en: '{service}: the response has an unknown form',
  },
  unsigned_because: {
    stored: '{service}: an answer is not signed by the service (it says {words})',
    zh: '{service}返回的内容没有有效签名（{words}）',
    en: '{service}: the response is not signed by the service ({words})',
  },
  unsigned_by_service: {
    stored: '{service}: an answer is not signed by the service',
    zh: '{service}返回的内容没有有效签名',
    en: '{service}: the response is not signed by the service',
  },
  unsigned: {
    stored: '{service}: an answer is not signed',
    zh: '{service}返回的内容没有签名',
    en: '{service}: the response is not signed',
  },
  unknown_signer: {
    stored: '{service}: an answer is signed with the key {key}, which is not set up here',
    zh: '{service}使用的签名公钥 {key} 未在此配置',
    en: '{service}: the response is signed with the key {key}, which is not configured here',
  },
  wrong_signature: {
    stored: '{service}: the signature of an answer is not right',
    zh: '{service}返回的内容签名错误',
    en: '{service}: the signature of the response is wrong',
  },
  no_certificates: {
    stored: '{service}: gave no platform certificates: {words}',
    zh: '{service}没有返回平台证书：{words}',
    en: '{service}: no platform certificates: {words}',
  },
  sealed_certificate: {
    stored: '{service}: a platform certificate cannot be opened with this API v3 key: {words}',
    zh: '{service}的平台证书无法用当前的 API v3 密钥解密：{words}',
    en: '{service}: a platform certificate cannot be decrypted with this API v3 key: {words}',
  },
  forged_certificates: {
    stored: '{service}: its platform certificates are not signed by the service',
    zh: '{service}的平台证书没有有效签名',
    en: '{service}: the platform certificates are not signed by the service',
  },
  refund_ended: {
    stored: '{service}: the refund is {status}',
    zh: '{service}的退款状态为 {status}',
    en: '{service}: the refund is {status}',
  },
  unreachable: {
    stored: '{service}: the service could not be asked',
    zh: '{service}无法连接',
    en: '{service}: could not reach the service',
  },
  answered: { stored: '{service}: answered {status}', zh: '{service}返回 {status}', en: '{service} returned {status}' },
});
