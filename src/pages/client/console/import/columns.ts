/** The members of a job that a column of a file can state, and parts of the address. */
export const targets = [
  'objective',
  'service_key',
  'latitude',
  'longitude',
  'position',
  'address',
  'postal_code',
  'city',
  'country',
  'notes',
  'reference_photos',
  'objective_kind',
  'auto_open',
  'nonce',
  'metadata',
] as const;
export type Target = (typeof targets)[number];

/** The use of one column. */
export interface ColumnUse {
  /** Null for a column that is not imported. */
  target: Target | null;
  /** Key of the metadata. */
  key: string;
}

/** The members of a job that a column determines, as in REST. */
export const memberOf = ({ target, key }: ColumnUse): string | null => {
  switch (target) {
    case 'postal_code':
    case 'city':
    case 'country':
      return 'address';
    case 'metadata':
      return `metadata[${key}]`;
    default:
      return target;
  }
};

/** Returns the index of the column from which a member is read; -1 without such a column. */
export const columnOf = (uses: readonly ColumnUse[], member: string): number => {
  const exact = uses.findIndex((use) => use.target === member || memberOf(use) === member);
  const isPosition = member === 'latitude' || member === 'longitude';
  return exact < 0 && isPosition ? uses.findIndex(({ target }) => target === 'position') : exact;
};

const names: Partial<Record<Target, readonly string[]>> = {
  objective: ['objective', 'question', 'task', 'check', 'frage', 'auftrag'],
  service_key: ['service', 'servicekey', 'servicename'],
  latitude: ['latitude', 'lat', 'breite', 'breitengrad'],
  longitude: ['longitude', 'long', 'lon', 'lng', 'lange', 'laenge', 'langengrad', 'laengengrad'],
  position: ['position', 'coordinates', 'coords', 'latlon', 'latlng', 'gps', 'koordinaten'],
  address: ['address', 'addressline1', 'street', 'streetaddress', 'adresse', 'strasse'],
  postal_code: ['postalcode', 'postcode', 'zip', 'zipcode', 'plz'],
  city: ['city', 'town', 'stadt', 'ort', 'ville', 'ciudad'],
  country: ['country', 'land', 'pays', 'pais'],
  notes: ['notes', 'note', 'comment', 'comments', 'instructions', 'remarks', 'hinweise'],
  reference_photos: ['referencephoto', 'referencephotos', 'photo', 'photourl', 'image', 'imageurl'],
  objective_kind: ['objectivekind', 'kind'],
  auto_open: ['autoopen'],
  nonce: ['nonce', 'idempotencykey'],
};

/** Columns that say which place a row is about, by words of their names. */
const identifying =
  /\b(shop|store|branch|site|filiale|region|area|group|id|no|nr|number|ref|code)\b/i;

/** Targets that several columns can have; the limits of a job apply. */
const repeated: readonly Target[] = ['metadata', 'reference_photos'];

/** Returns a valid key of metadata that resembles the name of a column. */
export const keyOf = (column: string, index: number): string =>
  column
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .trim()
    .replace(/[^A-Za-z0-9_.-]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 40) || `column_${index + 1}`;

const plain = (column: string) =>
  column
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

function guessedUse(column: string, index: number): ColumnUse {
  const [, named] = /^metadata\s*[[.]\s*([^\]]+?)\s*\]?$/i.exec(column) ?? [];
  if (named) return { target: 'metadata', key: keyOf(named, index) };
  const key = keyOf(column, index);
  const known = targets.find((target) => names[target]?.includes(plain(column)));
  if (known) return { target: known, key };
  const isIdentifying = identifying.test(column.replace(/[_.-]/g, ' '));
  return { target: isIdentifying ? 'metadata' : null, key };
}

/** The names of the columns that a result file adds. */
export const resultColumns = ['status', 'job_id', 'error'] as const;
export const isResultColumn = (column: string) =>
  (resultColumns as readonly string[]).includes(column);

/** Returns the uses that the names of the columns suggest. Of several columns with one target, the first has it. */
export function guessedUses(columns: readonly string[]): ColumnUse[] {
  const uses = columns.map(guessedUse);
  return uses.map((use, index) => {
    const member = memberOf(use);
    const isTaken =
      use.target !== null &&
      (use.target === 'metadata'
        ? uses.slice(0, index).some((other) => memberOf(other) === member)
        : !repeated.includes(use.target) &&
          uses.slice(0, index).some(({ target }) => target === use.target));
    return isTaken || isResultColumn(columns[index] ?? '') ? { ...use, target: null } : use;
  });
}

/** Returns the targets, or the keys of metadata, that more columns have than can have them. */
export function repeatedUses(uses: readonly ColumnUse[]): ColumnUse[] {
  const nameOf = ({ target, key }: ColumnUse) => (target === 'metadata' ? `[${key}]` : target);
  return uses.filter(
    (use, index) =>
      use.target !== null &&
      use.target !== 'reference_photos' &&
      uses.findIndex((other) => nameOf(other) === nameOf(use)) < index,
  );
}
