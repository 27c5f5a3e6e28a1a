import type { Locale } from '@tollgate/contract/enumerations';
import { html, Html } from './html.ts';
import type { Block, MailContent, MailService } from './mail-content.ts';

const sans = "-apple-system,'Segoe UI','PingFang SC','HarmonyOS Sans SC','Microsoft YaHei',sans-serif";
const mono = "ui-monospace,'SF Mono','Cascadia Mono',Menlo,Consolas,monospace";

/** The console's colours, dark if the mail program is. Every mail program supports inline styles. */
const style = new Html(`
  @media (prefers-color-scheme: dark) {
    .paper { background: #131519 !important; }
    .sheet { background: #1a1d22 !important; border-color: #2b2f37 !important; }
    .ink { color: #ebe9e3 !important; }
    .quiet { color: #979da8 !important; }
    .rule { border-color: #2b2f37 !important; }
    .button { background: #ebe9e3 !important; color: #16181c !important; }
    .pen { color: #9ab8f4 !important; }
  }`);

const fallbackWords = {
  zh: '按钮打不开时，把这个地址复制到浏览器：',
  en: 'If the button does not work, copy this address into your browser:',
} as const satisfies Record<Locale, string>;

const contactWords = {
  zh: { support: '客服' },
  en: { support: 'Support' },
} as const satisfies Record<Locale, unknown>;

/** The sender and the contact, in the last lines of every mail. */
function signature({ name, company, supportEmail, supportPhone, supportHours, url }: MailService, locale: Locale): string[] {
  const said = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' · ');
  const support = said([supportEmail, supportPhone, supportHours]);
  const lines = [said([name, company]), support === '' ? '' : `${contactWords[locale].support} ${support}`, url];
  return lines.filter((line) => line !== '');
}

function factsHtml(rows: readonly (readonly [string, string])[]): Html {
  const cells = rows.map(
    ([name, value], index) =>
      html` <tr>
        <td
          class="quiet rule"
          style="padding:8px 16px 8px 0;color:#656b75;font-size:13px;white-space:nowrap;vertical-align:top;${index === 0 ? '' : 'border-top:1px solid #e4e1d9'}"
        >
          ${name}
        </td>
        <td
          class="ink rule"
          style="padding:8px 0;color:#1d2025;font-size:13px;text-align:right;word-break:break-word;${index === 0 ? '' : 'border-top:1px solid #e4e1d9'}"
        >
          ${value}
        </td>
      </tr>`,
  );
  return html` <table
    role="presentation"
    class="rule"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 24px;border-top:1px solid #e4e1d9;border-bottom:1px solid #e4e1d9;border-collapse:collapse;font-variant-numeric:tabular-nums"
  >
    ${cells}
  </table>`;
}

function linesHtml(text: string): readonly Html[] {
  return text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`));
}

function unsubscribeHtml({ unsubscribe }: MailContent): Html {
  if (unsubscribe === undefined) return html``;
  return html`<br /><a class="pen" href="${unsubscribe.url}" style="color:#2450a4">${unsubscribe.label}</a>`;
}

function blockHtml(block: Block, locale: Locale): Html {
  switch (block.kind) {
    case 'paragraph':
      return html` <p class="ink" style="margin:0 0 16px;color:#1d2025;font-size:15px;line-height:1.6">
        ${linesHtml(block.text)}
      </p>`;
    case 'facts':
      return factsHtml(block.rows);
    case 'button':
      return html` <p style="margin:24px 0 8px">
          <a
            class="button"
            href="${block.url}"
            style="display:inline-block;padding:10px 20px;border-radius:6px;background:#1d2025;color:#ffffff;font-size:15px;text-decoration:none"
            >${block.label}</a
          >
        </p>
        <p class="quiet" style="margin:0 0 24px;color:#656b75;font-size:12px;line-height:1.6">
          ${fallbackWords[locale]}<br /><span class="pen" style="color:#2450a4;font-family:${mono};word-break:break-all"
            >${block.url}</span
          >
        </p>`;
  }
}

export function htmlOf(content: MailContent, service: MailService, locale: Locale): string {
  const { subject, blocks, why } = content;
  return html`<!doctype html>
    <html lang="${locale === 'zh' ? 'zh-CN' : 'en'}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${style}
        </style>
      </head>
      <body class="paper" style="margin:0;padding:0;background:#f6f5f1">
        <table
          role="presentation"
          class="paper"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#f6f5f1;font-family:${sans}"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
                <tr>
                  <td class="ink" style="padding:0 4px 16px;color:#1d2025;font-size:16px;font-weight:600">${service.name}</td>
                </tr>
                <tr>
                  <td class="sheet" style="padding:32px;background:#ffffff;border:1px solid #e4e1d9;border-radius:8px">
                    <h1 class="ink" style="margin:0 0 16px;color:#1d2025;font-size:20px;font-weight:600;line-height:1.4">
                      ${subject}
                    </h1>
                    ${blocks.map((block) => blockHtml(block, locale))}
                    <p
                      class="quiet rule"
                      style="margin:24px 0 0;padding:16px 0 0;border-top:1px solid #e4e1d9;color:#656b75;font-size:12px;line-height:1.6"
                    >
                      ${why}${unsubscribeHtml(content)}
                    </p>
                  </td>
                </tr>
                <tr>
                  <td class="quiet" style="padding:16px 4px 0;color:#656b75;font-size:12px;line-height:1.6">
                    ${signature(service, locale).map((line) => html`${line}<br />`)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `.text;
}

function blockText(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return block.text;
    case 'facts':
      return block.rows.map(([name, value]) => `${name}: ${value}`).join('\n');
    case 'button':
      return `${block.label}:\n${block.url}`;
  }
}

export function textOf({ subject, blocks, why, unsubscribe }: MailContent, service: MailService, locale: Locale): string {
  const last = signature(service, locale).join('\n');
  const end = unsubscribe === undefined ? [] : [`${unsubscribe.label}:\n${unsubscribe.url}`];
  return `${[subject, ...blocks.map(blockText), '--', why, ...end, last].join('\n\n')}\n`;
}
