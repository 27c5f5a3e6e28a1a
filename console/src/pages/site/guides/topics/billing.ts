import { defineTopic } from '../topic.ts';

export const billing = defineTopic({
  zh: {
    title: '计费',
    lead: '按用量付费，没有最低消费；每次收费都有小票。',
    sections: {
      'only-200': {
        title: '什么时候收费',
        body: ['只对 HTTP 200 的完整回答收费。4xx、5xx、客户端超时、连接断开均不收费。'],
      },
      'both-directions': {
        title: '输入和输出都计费',
        body: ['输入包括提示词、系统消息和历史消息，输出是生成的回答。命中缓存的输入按更低的单价计费。'],
      },
      prices: {
        title: '价格',
        body: [
          '单价为元 / 百万 token，输入和输出分别计价。输出通常是输入的 2–4 倍，高级模型约为基础模型的 10–20 倍。见[模型与价格](/pricing)。',
        ],
      },
      tokens: {
        title: '估算 token',
        body: ['一个汉字约 1.5–2 token，一个英文单词约 1–2 token；标点、空格和换行也计入。参考换算：1 元 ≈ 50 万 token。'],
      },
      trial: { title: '试用额度', body: ['{trial:新账号有 # 元试用额度。}没有最低消费，按需充值。'] },
      receipt: {
        title: '小票与取整',
        body: [
          '每次调用的小票列出每一项的数量、单价和金额，只在最后取整一次到 0.000000001 元。日志显示四位小数，余额按精确值扣减。',
        ],
      },
      statements: {
        title: '月度账单与预算',
        body: [
          '[账单与余额](/billing)按月列出期初、入账、用量和期末，金额精确相符；用量可按模型、密钥、子账号查看，可下载 XLSX 和 CSV。当月账单为暂定，最后一小时结账后定稿，不再变动。{mail:可设置每月 2 日发到邮箱。}',
          '每月预算用到 80 %、90 %、100 % 时各提醒一次，不影响调用。如需限制花费，请给密钥或子账号设上限。',
        ],
      },
      invoices: {
        title: '发票',
        body: [
          '累计可开票金额满 100 元，可在[发票](/invoices)页申请。可开票的是已使用的充值款，按已结账的小时计；试用额度、赠送和未使用的余额不能开票。',
          '电子普通发票开给个人和企业，发到登记邮箱；纸质专用发票只开给企业，由快递寄出。给企业开票，普通发票和专用发票都要先[上传营业执照认证](/invoices/verification)；抬头须有税号、地址和电话，开户行和账号可选；专用发票的抬头须与认证企业一致。',
          '审核 1–2 个工作日，通过后 3–5 个工作日开具，每一步都有消息{mail:和邮件}。审核通过前可以撤回；开具后如有误，可以申请整张红冲，完成后该金额可以重新开票。',
        ],
      },
    },
  },
  en: {
    title: 'Billing',
    lead: 'You pay for what you use, with no minimum. Every charge has a receipt.',
    sections: {
      'only-200': {
        title: 'What is charged',
        body: ['Only complete answers with HTTP 200 are charged. 4xx, 5xx, client timeouts and broken connections are not.'],
      },
      'both-directions': {
        title: 'Input and output both count',
        body: [
          'Input is the prompt, the system message and the history. Output is the generated answer. Cached input costs less.',
        ],
      },
      prices: {
        title: 'Prices',
        body: [
          'Prices are in CNY per million tokens, separate for input and output. Output usually costs 2–4 times as much as input, premium models about 10–20 times as much as basic ones. See [Models and prices](/pricing).',
        ],
      },
      tokens: {
        title: 'Estimating tokens',
        body: [
          'A Chinese character is about 1.5–2 tokens, an English word 1–2. Punctuation, spaces and line breaks also count. Reference: 1 CNY ≈ 500,000 tokens.',
        ],
      },
      trial: {
        title: 'Trial credit',
        body: ['{trial:New accounts get # CNY of trial credit. }There is no minimum spend. Top up when you need to.'],
      },
      receipt: {
        title: 'Receipts and rounding',
        body: [
          'The receipt of a call lists quantity, price and amount of every item and is rounded once, to 0.000000001 CNY. The log shows four decimals; balances are exact.',
        ],
      },
      statements: {
        title: 'Monthly statements and budget',
        body: [
          '[Billing](/billing) lists opening balance, credits, usage and closing balance of each month, and they add up exactly. You can break usage down by model, key or sub-account and download XLSX or CSV. The current month is provisional. When its last hour is closed, the statement is final and never changes.{mail: You can get it by e-mail on the 2nd.}',
          'A monthly budget alerts you once each at 80, 90 and 100 % and does not stop calls. To limit spending, set caps on keys or sub-accounts.',
        ],
      },
      invoices: {
        title: 'Invoices',
        body: [
          'From 100 CNY in total, you can request an invoice on the [Invoices](/invoices) page. You can invoice top-ups that you have used, counted by closed hours. Trial credit, gifts and unused balance cannot be invoiced.',
          'Electronic ordinary invoices are for individuals and companies and go to the registered e-mail address; paper special invoices are for companies only and come by courier. For either, first [upload the business licence](/invoices/verification) to verify the company. The title of a company has tax number, address and telephone, and optionally bank and account; on a special invoice it is the verified company.',
          'Review takes 1 to 2 working days, issuance 3 to 5 after approval; you are notified of each step by message{mail: and e-mail}. You can withdraw a request until it is approved. If an issued invoice is wrong, request a reversal of the whole invoice; you can then invoice its amount again.',
        ],
      },
    },
  },
});
