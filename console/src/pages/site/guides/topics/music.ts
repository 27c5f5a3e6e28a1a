import { defineTopic } from '../topic.ts';

export const music = defineTopic({
  zh: {
    title: '音乐',
    lead: '一次请求开始一个任务，做好后按首收费；失败不收。',
    sections: {
      call: {
        title: '开始、查询、取回',
        body: [
          {
            code: 'curl {base}/music/generations \\\n  -H "Authorization: Bearer $TOLLGATE_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d \'{"model": "sandbox/music", "prompt": "calm piano, rain", "duration": 60}\'\n\ncurl {base}/music/generations/<id> -H "Authorization: Bearer $TOLLGATE_KEY"',
            name: 'curl',
          },
          '加 `Prefer: wait=60` 可以等到完成再返回，最长 110 秒。歌曲保留 7 天。',
        ],
      },
      prompt: { title: 'prompt', body: ['写风格、情绪和乐器，建议用英文。'] },
      duration: { title: 'duration', body: ['整数秒，须在模型支持的范围内，通常 30–300。范围见模型页。'] },
      tags: { title: 'tags', body: ['只能用模型支持的标签；其他标签返回 400，并列出可用的。'] },
      'http-503': { title: '遇到 503', body: ['等 30 秒再试。'] },
      support: {
        title: '连续失败 5 次以上',
        body: ['请联系支持，附上完整的请求参数和日志。失败的任务不收费。'],
      },
    },
  },
  en: {
    title: 'Music',
    lead: 'A request begins a task; a song is charged when it is made, a failure never.',
    sections: {
      call: {
        title: 'Begin, look, fetch',
        body: [
          {
            code: 'curl {base}/music/generations \\\n  -H "Authorization: Bearer $TOLLGATE_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d \'{"model": "sandbox/music", "prompt": "calm piano, rain", "duration": 60}\'\n\ncurl {base}/music/generations/<id> -H "Authorization: Bearer $TOLLGATE_KEY"',
            name: 'curl',
          },
          'With `Prefer: wait=60` the answer waits until it is done, at most 110 seconds. Songs are kept for 7 days.',
        ],
      },
      prompt: { title: 'prompt', body: ['Style, mood and instruments; English is best.'] },
      duration: {
        title: 'duration',
        body: ['Whole seconds within what the model supports, usually 30–300; its page says what.'],
      },
      tags: { title: 'tags', body: ['Only tags that the model supports; others give 400 and the list of those.'] },
      'http-503': { title: 'At a 503', body: ['Wait 30 seconds and try again.'] },
      support: {
        title: 'More than 5 failures in a row',
        body: ['Write to support, with the full parameters of the request and the log. What failed is not charged.'],
      },
    },
  },
});
