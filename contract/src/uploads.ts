/** Maximum size of an uploaded file: a licence, an invoice, a contract. */
export const uploadBytesMax = 5 * 1024 * 1024;
