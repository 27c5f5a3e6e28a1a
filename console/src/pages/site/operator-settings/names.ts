import type { SiteSettingChoice, SiteSettingGroup, SiteSettingName } from '@tollgate/contract/site/site-settings';

/** Name and hint of a setting. */
interface Said {
  readonly label: string;
  readonly hint?: string;
}

type Names = {
  readonly groups: Readonly<Record<SiteSettingGroup, string>>;
  readonly settings: Readonly<Record<SiteSettingName, Said>>;
  readonly choices: Readonly<Record<SiteSettingChoice, string>>;
};

const headings = '空行分段，行首 # 是标题。留空则不显示这一页。';
const headingsEn = 'An empty line separates paragraphs; a line that starts with # is a heading. Leave empty to hide the page.';

/** The texts of all settings. */
export const names: Readonly<Record<'zh' | 'en', Names>> = {
  zh: {
    groups: {
      site: '站点',
      contact: '联系方式',
      legal: '主体与备案',
      terms: '服务条款',
      privacy: '隐私政策',
      sign_up: '注册',
      invoices: '发票',
    },
    choices: {
      configured: '按配置',
      open: '开放',
      invitation: '凭邀请',
      closed: '关闭',
      refused: '不接受',
      accepted: '接受',
      on: '开放',
      off: '不开放',
    },
    settings: {
      service_name: { label: '服务名称', hint: '显示在页眉、标签页标题和邮件中。' },
      logo: { label: '标志', hint: '正方形 PNG，32 至 512 像素，不超过 64 kB。不接受 SVG。' },
      domestic_address: { label: '境内接入地址', hint: '不带路径，例如 https://api.example.cn。留空则使用配置中的地址。' },
      overseas_address: { label: '境外接入地址', hint: '不带路径。留空则使用配置中的地址。' },
      support_email: { label: '客服邮箱' },
      support_phone: { label: '客服电话' },
      support_hours: { label: '服务时间', hint: '例如：工作日 9:00–18:00。' },
      sales_email: { label: '商务邮箱', hint: '显示在专属通道和私有化部署页。' },
      company_name: { label: '运营主体', hint: '公司全称。' },
      icp_number: { label: 'ICP 备案号', hint: '例如：京 ICP 备 12345678 号。' },
      public_security_number: { label: '公安备案号' },
      terms_zh: { label: '服务条款（中文）', hint: headings },
      terms_en: { label: '服务条款（英文）', hint: headings },
      privacy_zh: { label: '隐私政策（中文）', hint: headings },
      privacy_en: { label: '隐私政策（英文）', hint: headings },
      invoice_tax_rate: { label: '增值税税率 %', hint: '一般纳税人 6，小规模纳税人 3 或 1。只影响此后开具的发票。' },
      invoice_item: { label: '发票项目', hint: '印在发票上的名称。只影响此后的申请。' },
      sign_up: { label: '注册方式', hint: '凭邀请：仅收到账号邀请的邮箱可以注册。关闭：不能自行注册。' },
      sign_up_domains: { label: '允许注册的邮箱域名', hint: '每行一个，含子域名。留空则按配置。' },
      sign_up_domains_refused: { label: '禁止注册的邮箱域名', hint: '每行一个，含子域名。配置中的域名同样禁止。' },
      disposable_addresses: { label: '一次性邮箱', hint: '已知的一次性邮箱域名约 12 万个。' },
      trial_credit: { label: '试用额度（元）', hint: '新账号获得的额度，0 表示不赠送。仅影响此后注册的账号。' },
      trial_credits_per_day: { label: '每日赠送的试用额度（份）', hint: '超出部分由运营人员审核发放。留空则按配置。' },
      electronic_special_invoices: { label: '电子专用发票' },
      dismissed_set_up: { label: '已忽略的部署事项', hint: '每行一个。删去一行，待处理列表会重新提示。' },
    },
  },
  en: {
    groups: {
      site: 'Site',
      contact: 'Contact',
      legal: 'Company and filings',
      terms: 'Terms of service',
      privacy: 'Privacy policy',
      sign_up: 'Sign-up',
      invoices: 'Invoices',
    },
    choices: {
      configured: 'As configured',
      open: 'Open',
      invitation: 'By invitation',
      closed: 'Closed',
      refused: 'Refused',
      accepted: 'Accepted',
      on: 'Offered',
      off: 'Not offered',
    },
    settings: {
      service_name: { label: 'Service name', hint: 'Shown in page headers, tab titles and e-mails.' },
      logo: { label: 'Logo', hint: 'A square PNG of 32 to 512 pixels, at most 64 kB. No SVG.' },
      domestic_address: {
        label: 'Domestic address',
        hint: 'Without a path, for example https://api.example.cn. Leave empty to use the configured address.',
      },
      overseas_address: { label: 'Overseas address', hint: 'Without a path. Leave empty to use the configured address.' },
      support_email: { label: 'Support e-mail' },
      support_phone: { label: 'Support phone' },
      support_hours: { label: 'Support hours', hint: 'For example: working days, 9:00–18:00.' },
      sales_email: { label: 'Sales e-mail', hint: 'Shown on the page of dedicated channels and deployments.' },
      company_name: { label: 'Company', hint: 'Full legal name.' },
      icp_number: { label: 'ICP filing' },
      public_security_number: { label: 'Public security filing' },
      terms_zh: { label: 'Terms of service in Chinese', hint: headingsEn },
      terms_en: { label: 'Terms of service in English', hint: headingsEn },
      privacy_zh: { label: 'Privacy policy in Chinese', hint: headingsEn },
      privacy_en: { label: 'Privacy policy in English', hint: headingsEn },
      invoice_tax_rate: {
        label: 'VAT rate in %',
        hint: 'General taxpayers 6, small-scale taxpayers 3 or 1. Applies only to invoices issued from now on.',
      },
      invoice_item: { label: 'Invoice item', hint: 'Printed on the invoice. Applies only to requests from now on.' },
      sign_up: {
        label: 'Sign-up',
        hint: 'By invitation: only e-mails invited to an account. Closed: no self sign-up.',
      },
      sign_up_domains: {
        label: 'Allowed e-mail domains',
        hint: 'One per line, including subdomains. Leave empty to use the configuration.',
      },
      sign_up_domains_refused: {
        label: 'Blocked e-mail domains',
        hint: 'One per line, including subdomains, in addition to the configured ones.',
      },
      disposable_addresses: { label: 'Disposable e-mails', hint: 'About 120,000 disposable domains are known.' },
      trial_credit: {
        label: 'Trial credit in CNY',
        hint: 'Granted to new accounts; 0 for none. Applies only to sign-ups from now on.',
      },
      trial_credits_per_day: {
        label: 'Trial credits per day',
        hint: 'Beyond this number, an operator grants them. Leave empty to use the configuration.',
      },
      electronic_special_invoices: { label: 'Electronic special invoices' },
      dismissed_set_up: {
        label: 'Dismissed set-up steps',
        hint: 'One per line. Remove a line to see the step in the to-do list again.',
      },
    },
  },
};
