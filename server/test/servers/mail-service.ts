/** Sender of mails in tests. */
export const mailService = {
  name: '云门',
  company: '',
  supportEmail: 'help@tollgate.test',
  supportPhone: '',
  supportHours: '',
  url: 'https://console.test',
};
