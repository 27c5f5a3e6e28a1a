import { z } from 'zod';
import { storedSentences } from '../stored-sentences.ts';

/** Why a message to a webhook, a chat bot or a mailbox did not arrive, as described by the service itself. */
export const deliveryFaults = storedSentences({
  not_public: {
    stored: 'its host does not have public addresses only',
    zh: '域名须只解析到公网地址',
    en: 'the host must resolve to public addresses only',
  },
  timeout: {
    stored: 'no whole answer within {seconds} s',
    zh: '{seconds} 秒内未返回完整响应',
    en: 'no complete response within {seconds} seconds',
  },
  redirect: {
    stored: 'it answered with a redirect, which is not followed',
    zh: '服务器返回重定向，不会跟随',
    en: 'the server returned a redirect, which is not followed',
  },
  unreachable: { stored: 'no connection: {error}', zh: '无法连接（{error}）', en: 'could not connect ({error})' },
  no_connection: { stored: 'no connection', zh: '无法连接', en: 'could not connect' },
  no_answer: { stored: 'no answer', zh: '服务器没有响应', en: 'the server did not respond' },
  no_json: {
    stored: 'it answered {status} with no JSON',
    zh: '服务器返回 {status}，内容不是 JSON',
    en: 'the server returned {status} without JSON',
  },
  refused_because: {
    stored: 'it answered {status}, {name} {result}: {words}',
    zh: '服务器返回 {status}，{name} {result}：{words}',
    en: 'the server returned {status}, {name} {result}: {words}',
  },
  refused: {
    stored: 'it answered {status}, {name} {result}',
    zh: '服务器返回 {status}，{name} {result}',
    en: 'the server returned {status}, {name} {result}',
  },
  answered_because: {
    stored: 'it answered {status}: {words}',
    zh: '服务器返回 {status}：{words}',
    en: 'the server returned {status}: {words}',
  },
  answered: { stored: 'it answered {status}', zh: '服务器返回 {status}', en: 'the server returned {status}' },
  turned_off: { stored: 'the webhook was turned off', zh: 'Webhook 已停用', en: 'the webhook is off' },
  unreadable_url: { stored: 'its address cannot be read', zh: '地址无效', en: 'the URL is not valid' },
  not_web: { stored: 'its address must be an address of the web', zh: '地址无效', en: 'the URL is not valid' },
  with_password: {
    stored: 'its address must not hold a user or a password',
    zh: '地址中不能有用户名或密码',
    en: 'the URL must not contain a user name or password',
  },
  misplaced: {
    stored: 'its address must begin with {origins}',
    zh: '地址须以这些来源之一开头：{origins}',
    en: 'the URL must begin with {origins}',
  },
  not_made: { stored: 'its message could not be made', zh: '消息生成失败', en: 'could not create the message' },
  not_sent: { stored: 'it could not be sent', zh: '发送失败', en: 'could not send it' },
  no_mail_address: { stored: 'this is no address', zh: '收件地址无效', en: 'the address is not valid' },
  withdrawn: { stored: 'the announcement was withdrawn', zh: '公告已撤回', en: 'the announcement was withdrawn' },
});

/** The reason in a response, next to its sentence. */
export const deliveryFault = z
  .object({ code: z.enum(deliveryFaults.codes), params: z.record(z.string(), z.string()) })
  .nullable()
  .meta({ description: 'The same as a code with its values; `null`: none, or the words of another server.' });
