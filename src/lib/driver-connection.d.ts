declare module 'mongodb/lib/cmap/connection.js' {
  /** A connection of the driver, as far as `mongo.ts` mends it. */
  export class Connection {
    /** Why it closed, once it has. */
    error: Error | null;
    writeCommand(...args: unknown[]): Promise<void>;
    once(event: 'close', listener: () => void): this;
    off(event: 'close', listener: () => void): this;
  }
}
