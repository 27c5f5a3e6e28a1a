import { moneyOperators } from '../console/rights.ts';
import type { RoutePaths } from '../route.ts';

export const operatorInvoicingPaths = {
  listInvoices: { method: 'GET', path: '/api/admin/invoices' },
  readInvoice: { method: 'GET', path: '/api/admin/invoices/:id' },
  reviewInvoice: { method: 'POST', path: '/api/admin/invoices/:id/review', operators: moneyOperators },
  approveInvoice: { method: 'POST', path: '/api/admin/invoices/:id/approve', operators: moneyOperators },
  rejectInvoice: { method: 'POST', path: '/api/admin/invoices/:id/reject', operators: moneyOperators },
  issueInvoice: { method: 'POST', path: '/api/admin/invoices/:id/issue', operators: moneyOperators },
  beginReversal: { method: 'POST', path: '/api/admin/invoices/:id/reversal', operators: moneyOperators },
  confirmReversal: { method: 'POST', path: '/api/admin/invoices/:id/reversal/confirm', operators: moneyOperators },
  completeReversal: {
    method: 'POST',
    path: '/api/admin/invoices/:id/reversal/complete',
    operators: moneyOperators,
  },
  refuseReversal: { method: 'POST', path: '/api/admin/invoices/:id/reversal/refuse', operators: moneyOperators },
  downloadInvoiceFile: { method: 'GET', path: '/api/admin/invoices/:id/files/:format', kind: 'file' },
  uploadInvoiceFile: {
    method: 'PUT',
    path: '/api/admin/invoices/:id/files/:format',
    kind: 'upload',
    operators: moneyOperators,
  },
  listVerifications: { method: 'GET', path: '/api/admin/verifications' },
  downloadLicence: {
    method: 'GET',
    path: '/api/admin/verifications/:id/licence',
    kind: 'file',
    operators: moneyOperators,
  },
  approveVerification: { method: 'POST', path: '/api/admin/verifications/:id/approve', operators: moneyOperators },
  refuseVerification: { method: 'POST', path: '/api/admin/verifications/:id/reject', operators: moneyOperators },
  listWorkingYears: { method: 'GET', path: '/api/admin/working-years' },
  putWorkingYear: { method: 'PUT', path: '/api/admin/working-years/:year', operators: moneyOperators },
} as const satisfies RoutePaths;

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
