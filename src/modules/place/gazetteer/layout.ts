/** Types of the arrays in the index file, by name. */
const types = {
  latitudes: Int32Array,
  longitudes: Int32Array,
  populations: Uint32Array,
  countries: Uint8Array,
  regions: Uint16Array,
  kinds: Uint8Array,
  nameStarts: Uint32Array,
  names: Uint8Array,
  texts: Uint16Array,
  keys: Uint32Array,
  keyPlaces: Uint32Array,
} as const;

/**
 * The arrays of the index. Places are numbered by descending population, so that the first of several is the largest.
 */
export interface GazetteerArrays {
  /** Degrees × 100,000, by place. */
  latitudes: Int32Array;
  longitudes: Int32Array;
  populations: Uint32Array;
  /** Index into `countries` of the tables, by place. */
  countries: Uint8Array;
  /** Index into `regions` of the tables, by place; 0 without a region. */
  regions: Uint16Array;
  /** Index into `kinds` of the tables, by place. */
  kinds: Uint8Array;
  /** Offset into `names`, by place, and the end of the last name. */
  nameStarts: Uint32Array;
  /** Names for display, in UTF-8. */
  names: Uint8Array;
  /** Folded names and, from `aliasStart` on, folded aliases, each followed by 0, in UTF-16. */
  texts: Uint16Array;
  /** Offsets into `texts` of each word of a name and each alias, in the order of the text that starts there. */
  keys: Uint32Array;
  /** The place of each key. */
  keyPlaces: Uint32Array;
}

/** The small tables of the index. */
export interface GazetteerTables {
  aliasStart: number;
  kinds: string[];
  /** ISO 3166-1 alpha-2 codes. */
  countries: string[];
  /** Folded names and codes of each country. */
  countryNames: string[][];
  /** Names of regions for display; the first is empty. */
  regions: string[];
  /** Folded name and code of each region. */
  regionNames: string[][];
}

const alignment = 8;
const aligned = (offset: number) => Math.ceil(offset / alignment) * alignment;

interface Header {
  tables: GazetteerTables;
  /** Offset after the header and length, by name of the array. */
  arrays: Record<string, [offset: number, length: number]>;
}

/** Returns the content of an index file: the length of the header, the header as JSON, and the arrays. */
export function encodeIndex(arrays: GazetteerArrays, tables: GazetteerTables): Buffer {
  const header: Header = { tables, arrays: {} };
  let size = 0;
  for (const [name, array] of Object.entries(arrays)) {
    header.arrays[name] = [size, array.length];
    size = aligned(size + array.byteLength);
  }
  const json = Buffer.from(JSON.stringify(header));
  const start = aligned(4 + json.length);
  const file = Buffer.alloc(start + size);
  file.writeUInt32LE(json.length);
  json.copy(file, 4);
  for (const [name, array] of Object.entries(arrays)) {
    const [offset = 0] = header.arrays[name] ?? [];
    Buffer.from(array.buffer, array.byteOffset, array.byteLength).copy(file, start + offset);
  }
  return file;
}

/** Returns the arrays of an index file, which share its memory, and its tables. */
export function decodeIndex(file: Buffer): { arrays: GazetteerArrays; tables: GazetteerTables } {
  const length = file.readUInt32LE();
  const header = JSON.parse(file.toString('utf8', 4, 4 + length)) as Header;
  // A typed array needs an aligned offset, which a small buffer of a pool can lack.
  const bytes = file.byteOffset % alignment === 0 ? file : new Uint8Array(file);
  const start = bytes.byteOffset + aligned(4 + length);
  const array = <N extends keyof typeof types>(name: N) => {
    const [offset, count] = header.arrays[name] ?? [0, 0];
    return new types[name](bytes.buffer as ArrayBuffer, start + offset, count) as InstanceType<
      (typeof types)[N]
    >;
  };
  return {
    tables: header.tables,
    arrays: {
      latitudes: array('latitudes'),
      longitudes: array('longitudes'),
      populations: array('populations'),
      countries: array('countries'),
      regions: array('regions'),
      kinds: array('kinds'),
      nameStarts: array('nameStarts'),
      names: array('names'),
      texts: array('texts'),
      keys: array('keys'),
      keyPlaces: array('keyPlaces'),
    },
  };
}
