import type { SetUpStepName } from '@tollgate/contract/site/overview';
import { paths, withQuery } from '../../../paths.ts';

interface SetUpWords {
  readonly lacks: string;
  /** What does not work without the step, and how to do it if no page exists for it. */
  readonly note: string;
}

/** The page for a step; null if it is done outside the console, as its note says. */
export const setUpPlaces: Readonly<Record<SetUpStepName, string | null>> = {
  mail: null,
  support_contact: withQuery(paths.operatorSettings, { group: 'contact' }),
  payment_methods: paths.operatorPaymentMethods,
  public_address: withQuery(paths.operatorSettings, { group: 'site' }),
  secret_backup: null,
};

/** Texts for the set-up steps of a new installation. */
export const setUpWords: Readonly<Record<'zh' | 'en', Readonly<Record<SetUpStepName, SetUpWords>>>> = {
  zh: {
    mail: {
      lacks: '没有配置邮件服务器',
      note: '验证、重置和邀请链接需要你转交（tollgate mails）。设置 TOLLGATE_SMTP_URL 和 TOLLGATE_MAIL_FROM 后重启。',
    },
    support_contact: { lacks: '没有填写客服联系方式', note: '客户遇到问题时，不知道如何联系你。' },
    payment_methods: { lacks: '没有启用支付方式', note: '客户只能使用兑换码，或由你入账。' },
    public_address: { lacks: '没有设置公网地址', note: '代码示例使用打开控制台的地址。也可以设置 TOLLGATE_PUBLIC_URLS。' },
    secret_backup: {
      lacks: '加密密钥没有备份',
      note: '没有它，上游密钥和支付密钥无法解密。请把数据目录中的 secret 文件另存一份，然后点“完成”。',
    },
  },
  en: {
    mail: {
      lacks: 'No mail server is configured',
      note: 'You pass on links for verification, password resets and invitations (tollgate mails). Set TOLLGATE_SMTP_URL and TOLLGATE_MAIL_FROM, then restart.',
    },
    support_contact: { lacks: 'No support contact is set', note: 'Users do not know how to reach you.' },
    payment_methods: {
      lacks: 'No payment method is enabled',
      note: 'Users can only redeem codes, or you credit their accounts.',
    },
    public_address: {
      lacks: 'No public address is set',
      note: 'Code samples use the address at which the console was opened. You can also set TOLLGATE_PUBLIC_URLS.',
    },
    secret_backup: {
      lacks: 'The encryption secret has no backup',
      note: 'Without it, provider and payment keys cannot be decrypted. Copy the file "secret" from the data folder to another place, then select Done.',
    },
  },
};
