import { plainListQuery } from '../admin/lists.ts';
import { accountParams } from '../console/account.ts';
import {
  invoiceAnswer,
  invoiceFileParams,
  invoiceList,
  invoiceParams,
  invoiceRequest,
  invoiceTitleAnswer,
  invoiceTitleList,
  invoiceTitleParams,
  invoiceTitleRequest,
  invoiceableAnswer,
  reversalRequest,
  verificationAnswer,
  verificationRequest,
  verificationState,
} from '../console/invoices.ts';
import { onceDescription } from '../once-descriptions.ts';
import { describeRoutes } from '../route.ts';
import { invoicingPaths } from './console-paths.ts';

export const invoicingRoutes = describeRoutes(invoicingPaths, {
  listInvoiceTitles: {
    tags: ['Console: invoices'],
    summary: 'List invoice titles',
    description: 'Whom invoices are made out to, oldest first; all on one page.',
    params: accountParams,
    answer: invoiceTitleList,
  },
  createInvoiceTitle: {
    tags: ['Console: invoices'],
    summary: 'Create an invoice title',
    description: 'Tax numbers are checked with their check character; case, width and spaces do not matter.',
    params: accountParams,
    body: invoiceTitleRequest,
    answer: invoiceTitleAnswer,
    status: 201,
  },
  readInvoiceTitle: {
    tags: ['Console: invoices'],
    summary: 'Read an invoice title',
    params: invoiceTitleParams,
    answer: invoiceTitleAnswer,
  },
  changeInvoiceTitle: {
    tags: ['Console: invoices'],
    summary: 'Change an invoice title',
    description: 'Says all of it anew. Requests that were made keep what it said.',
    params: invoiceTitleParams,
    body: invoiceTitleRequest,
    answer: invoiceTitleAnswer,
  },
  deleteInvoiceTitle: {
    tags: ['Console: invoices'],
    summary: 'Delete an invoice title',
    description: 'Requests that were made keep what it said.',
    params: invoiceTitleParams,
    answer: invoiceTitleAnswer,
  },
  listInvoices: {
    tags: ['Console: invoices'],
    summary: 'List invoices',
    description: 'Requests and what became of them, newest first.',
    params: accountParams,
    query: plainListQuery,
    answer: invoiceList,
  },
  readInvoiceable: {
    tags: ['Console: invoices'],
    summary: 'Read what can be invoiced',
    description:
      'Paid money that calls have used in closed hours, less what is on invoices or requested, rounded down to 0.01 CNY.',
    params: accountParams,
    answer: invoiceableAnswer,
  },
  requestInvoice: {
    tags: ['Console: invoices'],
    summary: 'Request an invoice',
    description: `From 100 CNY on. ${onceDescription}`,
    params: accountParams,
    body: invoiceRequest,
    answer: invoiceAnswer,
    status: 201,
  },
  readInvoice: { tags: ['Console: invoices'], summary: 'Read an invoice', params: invoiceParams, answer: invoiceAnswer },
  downloadInvoiceFile: { tags: ['Console: invoices'], summary: 'Fetch a file of an invoice', params: invoiceFileParams },
  withdrawInvoice: {
    tags: ['Console: invoices'],
    summary: 'Withdraw a request',
    description: 'Until it is approved. Its amount can be invoiced again.',
    params: invoiceParams,
    answer: invoiceAnswer,
  },
  requestReversal: {
    tags: ['Console: invoices'],
    summary: 'Ask for the reversal of an invoice',
    description: 'Of its whole amount, which can be invoiced again once the invoice is reversed.',
    params: invoiceParams,
    body: reversalRequest,
    answer: invoiceAnswer,
  },
  readVerification: {
    tags: ['Console: invoices'],
    summary: 'Read the verification of an enterprise',
    params: accountParams,
    answer: verificationState,
  },
  beginVerification: {
    tags: ['Console: invoices'],
    summary: 'Begin the verification of an enterprise',
    description: 'The business licence is uploaded next, which hands it in.',
    params: accountParams,
    body: verificationRequest,
    answer: verificationAnswer,
    status: 201,
  },
  withdrawVerification: {
    tags: ['Console: invoices'],
    summary: 'Withdraw a verification',
    description: 'That is not decided yet. Its licence is deleted.',
    params: accountParams,
    answer: verificationAnswer,
  },
  downloadLicence: {
    tags: ['Console: invoices'],
    summary: 'Fetch the licence',
    description: 'Of the latest verification, as a download.',
    params: accountParams,
  },
  uploadLicence: {
    tags: ['Console: invoices'],
    summary: 'Upload the business licence',
    description:
      'The body is the file itself: PDF, JPEG or PNG of at most 5 MiB, known by its bytes. What pictures say besides (place, time, device, comments) is dropped; it is kept sealed.',
    params: accountParams,
    answer: verificationAnswer,
  },
});
