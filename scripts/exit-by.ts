import { visible } from './print-line.js';

/** Runs a command. The exit code is 0 if it resolves with true, else 1; an error is printed on one line. */
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
