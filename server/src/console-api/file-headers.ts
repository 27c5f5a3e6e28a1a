const mediaTypes = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  zip: 'application/zip',
} as const;

interface TableFile {
  /** Without an extension. */
  readonly name: string;
  readonly format: keyof typeof mediaTypes;
  /** For CSV. */
  readonly encoding: string;
}

/** Headers of a response that is saved as a file. */
export function fileHeaders({ name, format, encoding }: TableFile) {
  return {
    'content-type': format === 'csv' ? `${mediaTypes.csv}; charset=${encoding}` : mediaTypes[format],
    'content-disposition': `attachment; filename="${name}.${format}"`,
    'x-content-type-options': 'nosniff',
  };
}
