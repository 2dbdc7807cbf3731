import { Fault, Issues, type ValidationIssue } from './issue.js';
import { snakeCase } from './names.js';

/** A fault that only the use case could find, such as an address that the configuration does not allow. */
interface InputIssue {
  /** From the argument on, as GraphQL names the fields: `input`, or the target in the path. */
  path: string[];
  message: string;
  input: string;
}

/** Returns the issues of a `bad_user_input` error in the form of a 422 response. */
export function inputIssues(members: Readonly<Record<string, unknown>>): ValidationIssue[] {
  const given = (members['issues'] ?? []) as InputIssue[];
  const issues = new Issues([]);
  for (const { path, message, input } of given) {
    const loc =
      path[0] === 'input'
        ? ['body', ...path.slice(1).map(snakeCase)]
        : ['path', ...path.map(snakeCase)];
    issues.add(new Fault('value_error', `Value error, ${message}`, { error: {} }), loc, input);
  }
  return issues.list;
}
