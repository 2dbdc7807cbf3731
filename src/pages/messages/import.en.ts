/** Copy of the import of jobs in the console, in English. */
export const messages = {
  title: 'Import jobs',
  lead: 'Create a job from each row of a CSV file.',
  file: 'CSV file',
  fileHint: (rows: string) =>
    `The first row has the names of the columns. At most ${rows} rows after it.`,
  sample: 'Download a sample file',
  sampleName: 'jobs-sample.csv',
  sampleRows: [
    ['shop', 'service', 'objective', 'address', 'postal code', 'city', 'latitude', 'longitude'],
    ['0042', '', 'Is the shop open?', 'Alexanderplatz 1', '10178', 'Berlin', '52.5219', '13.4132'],
    ['0043', '', 'Is the shop open?', '45 W 25th St', '10010', 'New York', '40.7439', '-73.9906'],
  ],
  fileFaults: {
    large: 'This file is larger than 10 MB. Split it into several files.',
    empty: 'This file has no rows below the names of the columns.',
  },
  tooManyRows: (rows: string, max: string) =>
    `This file has ${rows} rows. Import at most ${max} at a time: split it into several files.`,
  unreadable: 'The file could not be read. Choose it again.',
  faults: {
    quote: 'A quote in this row is not closed or is in the wrong place.',
    cells: 'This row has more cells than there are columns.',
  },

  columns: 'Columns',
  columnsLead: 'Check what each column states about a job.',
  column: 'Column',
  sampleValue: 'First value',
  use: 'Use as',
  useOf: (column: string) => `Use of the column ${column}`,
  notImported: 'Not imported',
  targets: {
    objective: 'Objective',
    service_key: 'Service',
    latitude: 'Latitude',
    longitude: 'Longitude',
    position: 'Position (latitude, longitude)',
    address: 'Address',
    postal_code: 'Postal code',
    city: 'City',
    country: 'Country',
    notes: 'Notes',
    reference_photos: 'URL of a reference photo',
    objective_kind: 'Kind of answer',
    auto_open: 'Open at once (true, false)',
    nonce: 'Nonce',
    metadata: 'Metadata',
  },
  key: 'Key',
  keyOf: (column: string) => `Key of metadata for ${column}`,
  repeated: (names: string) => `Only one column can be used as: ${names}.`,
  emptyKey: 'Keys of metadata have 1 to 40 characters out of A-Z, a-z, 0-9, “_”, “.” and “-”.',

  everyRow: 'For every row',
  everyRowLead: 'For rows without a value of their own.',
  batchName: 'Name of the import',
  batchNameHint:
    'Optional. A row that was imported before creates no second job, unless this name is new, such as “November”.',

  preview: 'Preview',
  counts: (rows: string, ready: string, wrong: string) =>
    `${rows} rows: ${ready} ready, ${wrong} with errors.`,
  show: 'Show',
  filters: { all: 'All rows', wrong: 'Rows with errors', left: 'Rows that were not created' },
  rows: 'Rows',
  row: 'Row',
  state: 'State',
  states: {
    ready: 'Ready',
    wrong: 'Has errors',
    created: 'Created',
    replayed: 'Created before',
    rejected: 'Rejected',
  },
  cellOf: (column: string, row: number) => `${column}, row ${row}`,
  pages: 'Pages of the preview',
  previous: 'Previous rows',
  next: 'Next rows',
  range: (from: string, to: string, all: string) => `Rows ${from} to ${to} of ${all}.`,
  noRows: 'No rows.',
  rowIssue: 'Row',

  unknownService: (service: string) => `There is no service “${service}”.`,
  noPosition: 'This is no position such as 52.5219, 13.4132.',
  tooManyPhotos: (max: number) => `A job has at most ${max} reference photos.`,
  tooManyKeys: (max: number) => `A job has at most ${max} keys of metadata.`,

  create: (jobs: string, count: number) =>
    count === 0 ? 'Create jobs' : `Create ${jobs} ${count === 1 ? 'job' : 'jobs'}`,
  skips: (wrong: string) => `Rows with errors are skipped: ${wrong}.`,
  stop: 'Stop',
  download: 'Download the result file',
  progress: 'Progress of the import',
  sent: (done: string, all: string) => `${done} of ${all} rows sent.`,
  waiting: (seconds: number) =>
    `The service accepts no more requests at the moment. The import continues in ${seconds} seconds.`,
  noConnection: 'No connection.',
  stopped: 'The import was stopped.',
  ended: (problem: string) =>
    `The import stopped: ${problem} Create the rest when you are ready; nothing is created twice.`,
  done: (created: string, replayed: string, rejected: string) =>
    `Import finished. Created: ${created}. Created before: ${replayed}. Rejected: ${rejected}.`,
};
