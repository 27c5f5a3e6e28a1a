/** Of a file that is uploaded: a licence, an invoice, a contract. */
export const uploadBytesMax = 5 * 1024 * 1024;
