import { visible } from './print-line.js';

/** Runs a command: exit code 0 when it answers that all is well, 1 otherwise; an error is one line. */
export function exitBy(main: () => Promise<boolean>): void {
  main().then(
    (ok) => {
      process.exitCode = ok ? 0 : 1;
    },
    (error: Error) => {
      console.error(visible(error.message));
      process.exitCode = 1;
    },
  );
}
