import { defineTexts } from '../i18n/texts.ts';

export const paletteTexts = defineTexts({
  zh: {
    title: '搜索或跳转',
    hint: '页面名称或请求 id',
    nothing: '没有匹配的页面。请求 id 形如 019c4e71-08f2-7a3c-9b15-6d20f7e4ac58。',
    page: '页面',
    openCall: '打开这次调用',
    newKey: '创建密钥',
    action: '操作',
    document: '文档',
  },
  en: {
    title: 'Search or jump',
    hint: 'Page name or request id',
    nothing: 'No page matches. A request id looks like 019c4e71-08f2-7a3c-9b15-6d20f7e4ac58.',
    page: 'Page',
    openCall: 'Open this call',
    newKey: 'Create a key',
    action: 'Action',
    document: 'Document',
  },
});
