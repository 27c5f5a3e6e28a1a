import { alarmWords } from '@tollgate/contract/alarms/alarm-kinds';
import type { Locale } from '@tollgate/contract/enumerations';
import type { RobotMessage, AlarmCase } from '../domain/alarms/robots.ts';

const linesMax = 20;

const frame = {
  zh: {
    test: { title: '测试', line: '收到这条消息，说明机器人可以正常使用。', remedy: '' },
    title: (site: string, what: string) => `${site}：${what}`,
    times: (count: number) => `（${String(count)} 次）`,
    more: (count: number) => `另有 ${String(count)} 条`,
    see: (url: string) => `查看：${url}`,
  },
  en: {
    test: { title: 'Test', line: 'This message confirms that the chat bot works.', remedy: '' },
    title: (site: string, what: string) => `${site}: ${what}`,
    times: (count: number) => ` (${String(count)} times)`,
    more: (count: number) => `${String(count)} more`,
    see: (url: string) => `See ${url}`,
  },
} as const satisfies Record<Locale, unknown>;

/** The lines of a message. */
export interface AlarmText {
  readonly title: string;
  /** One line per alarm. */
  readonly lines: readonly string[];
  /** Returns the line that replaces those left out for lack of space. */
  readonly more: (count: number) => string;
  /** The fix, and the page. */
  readonly end: readonly string[];
}

/** Quoted errors must not mention people, contain links or be markup. */
function plain(text: string): string {
  return text
    .replaceAll('<', '＜')
    .replaceAll('>', '＞')
    .replaceAll('[', '［')
    .replaceAll(']', '］')
    .replaceAll('@', '＠')
    .replaceAll(/[*_`#|\\]/g, ' ');
}

interface Place {
  /** Name of the service. */
  readonly siteName: string;
  /** The page on which operators see more. */
  readonly url: string;
}

export function alarmText({ kind, alarms }: RobotMessage, locale: Locale, { siteName, url }: Place): AlarmText {
  const { test, title, times, more, see } = frame[locale];
  const said = (alarm: AlarmCase) =>
    (kind === null ? null : alarmWords(kind, alarm.params, locale)) ?? {
      title: kind ?? test.title,
      line: alarm.subject,
      remedy: '',
    };
  const first = alarms[0] === undefined ? test : said(alarms[0]);
  const lines =
    kind === null ? [test.line] : alarms.map((alarm) => plain(said(alarm).line) + (alarm.count > 1 ? times(alarm.count) : ''));
  return {
    title: title(plain(siteName), first.title),
    lines,
    more,
    end: [...(first.remedy === '' ? [] : [first.remedy]), see(url)],
  };
}

/**
 * The message with as many lines as fit into this number of UTF-8 bytes.
 * @param compose joins the lines.
 */
export function fitted({ lines, more }: AlarmText, bytesMax: number, compose: (lines: readonly string[]) => string): string {
  for (let shown = Math.min(lines.length, linesMax); ; shown -= 1) {
    const left = lines.length - shown;
    const text = compose(left === 0 ? lines : [...lines.slice(0, shown), more(left)]);
    if (shown === 0 || Buffer.byteLength(text) <= bytesMax) return text;
  }
}
