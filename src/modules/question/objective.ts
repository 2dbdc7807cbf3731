/** Key of the question that every job has: its objective. */
export const objectiveKey = 'objective';

/** Words that begin a question to which the answer is yes or no, with or without a question mark. */
const asking = 'is|are|was|were|does|did|has';
/** The same with a question mark only: without it they begin orders and names ("Have a look at the roof"). */
const askingWithMark = 'am|do|have|had|can|could|will|would|should|may|might|must';
const negated = "(?:n['’]?t)?";
const ordered =
  /^(?:please\s+)?(?:check|verify|confirm|find out|see|tell (?:me|us))\s+(?:if|whether|that)\b/;
const question = new RegExp(`^(?:whether|(?:${asking})${negated})\\s`);
const questionWithMark = new RegExp(`^(?:${askingWithMark})${negated}\\s.*\\?$`, 's');
/** Alternatives, or a second question to which yes or no is no answer. */
const open = /\bor\b(?!\s+not\b)|\b(?:and|,)\s*(?:who|what|when|where|why|how|which)\b/;

/**
 * Returns the kind of the question that an objective asks, by a rule for English that docs/flows.md states:
 * `yes_no` where it begins as such a question does and asks nothing besides, else `text`.
 */
export function objectiveKindOf(objective: string): 'yes_no' | 'text' {
  const text = objective.trim().toLowerCase();
  const requests = ordered.test(text) || question.test(text) || questionWithMark.test(text);
  return requests && !open.test(text) ? 'yes_no' : 'text';
}
