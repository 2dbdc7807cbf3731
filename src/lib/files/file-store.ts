import type { Readable } from 'node:stream';

/** A file being written. Each call is awaited before the next. */
export interface FileWriter {
  write(chunk: Buffer): Promise<void>;
  /** Resolves when the file is stored completely. */
  finish(): Promise<void>;
  /**
   * Ends an unfinished upload, so that `delete` removes all of it.
   *
   * @throws the failure of a request that the storage can still execute: `delete` has to wait for the sweep
   */
  abort(): Promise<void>;
}

/** Validity of a link to a file, and headers of its response. */
export interface FileLink {
  expiresSeconds: number;
  contentType: string;
  contentDisposition: string;
}

/** Files of one kind. Each is written once, under an id that no other file has, and never changes. */
export interface FileStore {
  ensureIndexes(): Promise<void>;
  /** Begins a file; it exists once the writer has finished. */
  create(fileId: string): FileWriter;
  /**
   * Opens the bytes from `start` up to but excluding `end`; at least one byte.
   *
   * @throws ApiError `unavailable` if the storage cannot be reached
   */
  open(fileId: string, start: number, end: number): Promise<Readable>;
  /** Returns whether the file exists completely. */
  has(fileId: string): Promise<boolean>;
  /** Deletes a file, or what an interrupted upload left of it. A missing file counts as deleted. */
  delete(fileId: string): Promise<void>;
  /** Returns a URL that serves the file without credentials until it expires; null if the storage has none. */
  link: ((fileId: string, link: FileLink) => Promise<string>) | null;
}

/** Opens the files of a kind in a database. */
export type OpenFileStore = (options: {
  /** Name of the database, which separates live files, test files and services that share a storage. */
  database: string;
  kind: 'evidence' | 'pdfs';
}) => FileStore;
