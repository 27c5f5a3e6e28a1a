import { defineTopic } from '../topic.ts';

export const music = defineTopic({
  zh: {
    title: '音乐',
    lead: '一次请求创建一个任务，完成后按首收费，失败不收费。',
    sections: {
      call: {
        title: '创建、查询、获取',
        body: [
          {
            code: 'curl {base}/music/generations \\\n  -H "Authorization: Bearer $TOLLGATE_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d \'{"model": "sandbox/music", "prompt": "calm piano, rain", "duration": 60}\'\n\ncurl {base}/music/generations/<id> -H "Authorization: Bearer $TOLLGATE_KEY"',
            name: 'curl',
          },
          '加上 `Prefer: wait=60` 可以等到完成再返回，最长 110 秒。歌曲保留 7 天。',
        ],
      },
      prompt: { title: 'prompt', body: ['描述风格、情绪和乐器，建议使用英文。'] },
      duration: { title: 'duration', body: ['整数秒，须在模型支持的范围内，通常 30–300。范围见模型页。'] },
      tags: { title: 'tags', body: ['只能用模型支持的标签；其他标签返回 400，并列出可用的标签。'] },
      'http-503': { title: '遇到 503', body: ['等待 30 秒后重试。'] },
      support: {
        title: '连续失败 5 次以上',
        body: ['请联系{support}，附上完整的请求参数和日志。失败的任务不收费。'],
      },
    },
  },
  en: {
    title: 'Music',
    lead: 'A request starts a task. Songs are charged when they are done; failures are not.',
    sections: {
      call: {
        title: 'Start, query, fetch',
        body: [
          {
            code: 'curl {base}/music/generations \\\n  -H "Authorization: Bearer $TOLLGATE_KEY" \\\n  -H "Content-Type: application/json" \\\n  -d \'{"model": "sandbox/music", "prompt": "calm piano, rain", "duration": 60}\'\n\ncurl {base}/music/generations/<id> -H "Authorization: Bearer $TOLLGATE_KEY"',
            name: 'curl',
          },
          'Send `Prefer: wait=60` to wait for the result, at most 110 seconds. Songs are kept for 7 days.',
        ],
      },
      prompt: { title: 'prompt', body: ['Describe style, mood and instruments, preferably in English.'] },
      duration: {
        title: 'duration',
        body: ['Whole seconds in the range of the model, usually 30–300. See the model page.'],
      },
      tags: {
        title: 'tags',
        body: ['Use only tags that the model supports. Others return 400 with the list of supported tags.'],
      },
      'http-503': { title: 'On a 503', body: ['Wait 30 seconds and try again.'] },
      support: {
        title: 'More than 5 failures in a row',
        body: ['Contact {support} with the full request parameters and the log. Failed tasks are not charged.'],
      },
    },
  },
});
