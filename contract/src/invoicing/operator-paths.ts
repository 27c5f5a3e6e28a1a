import { moneyOperators } from '../people/rights.ts';
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
