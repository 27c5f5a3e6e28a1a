import type { RoutePaths } from '../route.ts';

export const invoicingPaths = {
  listInvoiceTitles: { method: 'GET', path: '/api/console/accounts/:accountId/invoice-titles', who: 'money.read' },
  createInvoiceTitle: { method: 'POST', path: '/api/console/accounts/:accountId/invoice-titles', who: 'money.write' },
  readInvoiceTitle: { method: 'GET', path: '/api/console/accounts/:accountId/invoice-titles/:titleId', who: 'money.read' },
  changeInvoiceTitle: { method: 'PUT', path: '/api/console/accounts/:accountId/invoice-titles/:titleId', who: 'money.write' },
  deleteInvoiceTitle: { method: 'DELETE', path: '/api/console/accounts/:accountId/invoice-titles/:titleId', who: 'money.write' },
  listInvoices: { method: 'GET', path: '/api/console/accounts/:accountId/invoices', who: 'money.read' },
  readInvoiceable: { method: 'GET', path: '/api/console/accounts/:accountId/invoices/invoiceable', who: 'money.read' },
  requestInvoice: { method: 'POST', path: '/api/console/accounts/:accountId/invoices', who: 'money.write' },
  readInvoice: { method: 'GET', path: '/api/console/accounts/:accountId/invoices/:invoiceId', who: 'money.read' },
  downloadInvoiceFile: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/invoices/:invoiceId/files/:format',
    kind: 'file',
    who: 'money.read',
    isForMembersOnly: true,
  },
  withdrawInvoice: { method: 'POST', path: '/api/console/accounts/:accountId/invoices/:invoiceId/withdraw', who: 'money.write' },
  requestReversal: { method: 'POST', path: '/api/console/accounts/:accountId/invoices/:invoiceId/reversal', who: 'money.write' },
  readVerification: { method: 'GET', path: '/api/console/accounts/:accountId/verification', who: 'money.read' },
  beginVerification: { method: 'POST', path: '/api/console/accounts/:accountId/verification', who: 'money.write' },
  withdrawVerification: { method: 'DELETE', path: '/api/console/accounts/:accountId/verification', who: 'money.write' },
  downloadLicence: {
    method: 'GET',
    path: '/api/console/accounts/:accountId/verification/licence',
    kind: 'file',
    who: 'money.read',
    isForMembersOnly: true,
  },
  uploadLicence: {
    method: 'PUT',
    path: '/api/console/accounts/:accountId/verification/licence',
    kind: 'upload',
    who: 'money.write',
  },
} as const satisfies RoutePaths;
