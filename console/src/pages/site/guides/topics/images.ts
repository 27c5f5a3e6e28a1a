import { defineTopic } from '../topic.ts';

export const images = defineTopic({
  zh: {
    title: '图像',
    lead: '生成一张图片通常需要 10–30 秒，复杂的图片更久。',
    sections: {
      timeout: {
        title: '超时设 120 秒',
        body: [
          '默认的 30 秒太短。',
          { code: 'client = OpenAI(base_url="{base}", api_key=os.environ["TOLLGATE_KEY"], timeout=120)', name: 'Python' },
        ],
      },
      faster: {
        title: '如何更快',
        body: [{ list: ['降低分辨率；', '一次只要一张；', '避开工作日上午和晚间的高峰；', '换更快的模型。'] }],
      },
      retry: { title: '超时不收费', body: ['超时的调用不收费，可以直接重试。'] },
      call: {
        title: '发起一次调用',
        body: [
          {
            code: 'curl {base}/images/generations \\\n  -H "Authorization: Bearer $TOLLGATE_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d \'{"model": "sandbox/image", "prompt": "a toll gate at dusk"}\'',
            name: 'curl',
          },
        ],
      },
    },
  },
  en: {
    title: 'Images',
    lead: 'An image usually takes 10–30 seconds, a complex one longer.',
    sections: {
      timeout: {
        title: 'Set a timeout of 120 seconds',
        body: [
          'The default of 30 seconds is too short.',
          { code: 'client = OpenAI(base_url="{base}", api_key=os.environ["TOLLGATE_KEY"], timeout=120)', name: 'Python' },
        ],
      },
      faster: {
        title: 'Get images faster',
        body: [
          {
            list: [
              'Lower the resolution.',
              'Request one image at a time.',
              'Avoid the peaks on weekday mornings and evenings.',
              'Use a faster model.',
            ],
          },
        ],
      },
      retry: { title: 'Timeouts are not charged', body: ['A generation that times out is not charged. Retry it.'] },
      call: {
        title: 'A first call',
        body: [
          {
            code: 'curl {base}/images/generations \\\n  -H "Authorization: Bearer $TOLLGATE_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d \'{"model": "sandbox/image", "prompt": "a toll gate at dusk"}\'',
            name: 'curl',
          },
        ],
      },
    },
  },
});
