import { defineTopic } from '../topic.ts';

export const limits = defineTopic({
  zh: {
    title: '限制',
    lead: '速率和并发由账号的套餐决定，可在账号切换菜单中查看。',
    sections: {
      rates: {
        title: '每分钟请求数',
        body: ['每个套餐有自己的限制，见[套餐与专属](/dedicated)。', '超出返回 429，不收费。'],
      },
      concurrency: {
        title: '并发',
        body: ['建议标准套餐同时不超过 10 个请求，企业套餐不超过 20 个。'],
      },
      'high-concurrency': {
        title: '并发超过 100',
        body: ['需要专属通道，请在[套餐与专属](/dedicated)页申请。'],
      },
      gap: {
        title: '请求间隔',
        body: ['连续发送请求时，每次间隔 50–200 毫秒；批量任务间隔 50–100 毫秒。'],
      },
      timeouts: {
        title: '客户端超时',
        body: ['生成图片设为 120 秒；思考时间长的模型设为 300 秒以上，或使用流式输出。'],
      },
      log: {
        title: '日志',
        body: ['调用日志保留 90 天，时间精确到毫秒，可按时间、模型、密钥、状态筛选并导出表格。'],
      },
    },
  },
  en: {
    title: 'Limits',
    lead: 'The plan of the account sets rate and concurrency. See the account switcher.',
    sections: {
      rates: {
        title: 'Requests per minute',
        body: [
          'Each plan has its own limit. See [plans and channels](/dedicated).',
          'Requests above the limit return 429 and are not charged.',
        ],
      },
      concurrency: {
        title: 'Concurrency',
        body: ['We recommend at most 10 concurrent requests for standard users, 20 for enterprises.'],
      },
      'high-concurrency': {
        title: '100 concurrent requests and more',
        body: ['You need a dedicated channel. Request one on the [plans and channels](/dedicated) page.'],
      },
      gap: {
        title: 'Request interval',
        body: ['Leave 50–200 ms between consecutive requests, 50–100 ms in batches.'],
      },
      timeouts: {
        title: 'Client timeouts',
        body: ['Set 120 seconds for images, 300 or more for models that reason for long, or use streaming.'],
      },
      log: {
        title: 'Log',
        body: [
          'The call log is kept for 90 days, with times to the millisecond. You can filter it by time, model, key and status and export it as a spreadsheet.',
        ],
      },
    },
  },
});
