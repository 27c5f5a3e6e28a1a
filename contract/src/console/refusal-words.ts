/** Refusals that are about no field: what the interface says, in Chinese. `$1` is the first thing that is put in. */
const known: readonly (readonly [RegExp, string])[] = [
  [/^A licence was uploaded for this verification just now\.$/, '刚才已经上传过执照。'],
  [/^A request of this account waits for a decision\. /, '已有一个申请在等待处理。先撤回它，或等它处理完。'],
  [/^A verification of this account is under way\. /, '认证正在审核。等结果，或先撤回。'],
  [/^No verification of this account is under way\.$/, '没有正在进行的认证。'],
  [/^No verification of this account waits for a licence\. /, '现在没有认证在等执照。先写企业名称和税号。'],
  [/^Somebody else has changed this request just now\. /, '这个申请刚刚被别人改过。重新打开看看。'],
  [/^Somebody else has decided about it just now\.$/, '刚刚已由别人处理。'],
  [/^There is no room for another file\. /, '没有空间再放文件了。请联系客服。'],
  [/^This code has been redeemed\. /, '这个兑换码已经用过。每个码只能用一次。'],
  [/^This code has expired\. /, '这个兑换码已过期。请问给你的人。'],
  [/^This code was withdrawn\. /, '这个兑换码已作废。请问给你的人。'],
  [/^There is no such code\. /, '没有这个兑换码。请和拿到的逐字核对。'],
  [/^This service has no place for files\. /, '服务没有配置文件存储。请联系客服。'],
  [/^This verification was decided just now\.$/, '这个认证刚刚已有结果。'],
  [/^(\d+) orders wait to be paid\. /, '已有 $1 个订单待付款。付掉或取消其中一个；到时间它们也会自行结束。'],
  [/^This account is being closed\. /, '账号正在注销。先撤回注销，再继续。'],
  [/^This order is over\. /, '这个订单已结束。重新下单即可。'],
  [/^An account keeps at most (\d+) titles\. /, '一个账号最多保存 $1 个抬头。删掉不用的再加。'],
  [/^At most ([\d.,]+) CNY can be returned now: /, '现在最多可退 $1 元：已付的，减去已用、已开票和正在进行的调用预留。'],
  [/^At most ([\d.,]+) CNY can be invoiced now: /, '现在最多可开票 $1 元：已结清的充值消费，减去已开票和申请中的。'],
  [
    /^Invoices are made from ([\d.,]+) CNY on; ([\d.,]+) CNY can be invoiced now: /,
    '满 $1 元可开票，现在可开 $2 元：已结清的充值消费，减去已开票和申请中的。',
  ],
  [/^The request is "\w+"\. /, '申请现在的状态不允许这样做。重新打开看看它到了哪一步。'],
  [/^This return is "\w+"\. /, '退款现在的状态不允许这样做。重新打开看看它到了哪一步。'],
  [/^This verification is "\w+"\. /, '这个认证已经处理过。'],
  [/^A paper invoice has no file\. /, '纸质发票没有文件。写发票号码和快递。'],
  [/^The confirmation slip is void: /, '红字确认单已过 72 小时失效。请客户重新申请红冲。'],
  [/^Upload the file of the invoice first: /, '先上传发票文件：PDF、OFD 或 XML。'],
  [/^Only owners of the account make, change and remove owners\.$/, '只有账号的所有者能添加、更改和移除所有者。'],
  [/^You are looking at an account, reading only\. /, '你正在只读查看一个账号，不能更改。先结束查看，再做更改。'],
  [/^Your role "\w+" does not allow this\. /, '你的运营角色没有这项权限，请联系管理员。'],
  [/^You have confirmed this transfer\. /, '这笔转账你已确认过。这个金额还要第二位运营人员确认。'],
  [/^This bank reference is entered at another order\.$/, '这个流水号已录在另一个订单上。'],
  [/^This bank reference was entered at the order (\w+)\. /, '这个流水号已录在订单 $1 上。每笔转账只算一次。'],
  [
    /^This differs from what (\S+) has seen: (.+)\. Compare with the statement; /,
    '和 $1 看到的不同：$2。对照银行流水；录错的一方可以撤回。',
  ],
  [/^This order is not paid by bank transfer; /, '这个订单不是转账付款，到账由支付平台通知。'],
  [/^This payment was decided about before\.$/, '这笔付款已经处理过。'],
  [/^Only CNY that came for an account can be credited\. /, '只有为账户付的人民币可以入账。请在线下退回，并注明。'],
  [/^Too many wrong codes came from this address\. /, '这个地址输错兑换码太多次。等 1 分钟再试。'],
];

/** A refusal in Chinese; null where there are no words for it. */
export function refusalInChinese(message: string): string | null {
  for (const [form, words] of known) {
    const found = form.exec(message);
    if (found !== null) return words.replaceAll(/\$(\d)/g, (_, at: string) => found[Number(at)] ?? '');
  }
  return null;
}
