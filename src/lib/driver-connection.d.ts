declare module 'mongodb/lib/cmap/connection.js' {
  /** A connection of the driver, with the members that `mongo.ts` uses to fix it. */
  export class Connection {
    /** The reason for closing, once it is closed. */
    error: Error | null;
    writeCommand(...args: unknown[]): Promise<void>;
    once(event: 'close', listener: () => void): this;
    off(event: 'close', listener: () => void): this;
  }
}
